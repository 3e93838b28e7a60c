/**
 * Shows or hides a password. Drawn here, like the mark: the login page has no other icon, so it loads no icon
 * set.
 */
export const Eye = ({ open }: { readonly open: boolean }) => (
  <svg
    width={20}
    height={20}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M2.2 12S5.7 5.2 12 5.2 21.8 12 21.8 12 18.3 18.8 12 18.8 2.2 12 2.2 12Z" />
    <circle cx={12} cy={12} r={3} />
    {!open && <path d="m4 4 16 16" />}
  </svg>
);
