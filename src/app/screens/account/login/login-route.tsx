import { useLocation } from 'react-router-dom';
import { LoginScreen } from './login-page.tsx';

/** The login page as a page of the app, reached from another page. */
export default function LoginPage() {
  const { search } = useLocation();
  return <LoginScreen search={search} />;
}
