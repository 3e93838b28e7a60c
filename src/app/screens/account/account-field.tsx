import { useStore } from '../../shared/client-context.ts';

/**
 * A hidden field that names the account of a form with a password. Without it, a password manager fills in
 * the password of another account and stores a changed one as a new entry (ACC-26). `account`: its username,
 * by default that of the signed-in user.
 */
export function AccountField({ account }: { readonly account?: string }) {
  const own = useStore((state) => state.self?.account ?? '');
  return <input hidden readOnly name="account" autoComplete="username" value={account ?? own} />;
}
