import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { LoginScreen } from './login-page.tsx';

const GuestPage = lazy(() => import('./guest-page.tsx'));

/** The code of a group in the address that the visitor wanted to open. */
const GROUP_CODE = /[?&](?:code=g(?:%2f|\/)|token=)([\w-]{1,120})/i;

/** The login page as a page of the app, reached from another page; a link into a group may admit guests. */
export default function LoginPage() {
  const { search } = useLocation();
  const [token, setToken] = useState(
    () => GROUP_CODE.exec(new URLSearchParams(search).get('redirect') ?? '')?.[1] ?? null,
  );
  if (token === null) return <LoginScreen search={search} />;
  return (
    <Suspense fallback={null}>
      <GuestPage token={token} search={search} onAccount={() => setToken(null)} />
    </Suspense>
  );
}
