/** The product's mark: a speech bubble whose tail turns into a return arrow. One colour, from 16 px. */
export const ProductMark = ({ size = 24, label }: { readonly size?: number; readonly label?: string }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2.25}
    strokeLinecap="round"
    strokeLinejoin="round"
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  >
    <path d="M3.6 11.2A7.2 7.2 0 0 1 10.8 4h2.7a7.2 7.2 0 0 1 0 14.4H4" />
    <path d="m7.4 14.9-3.6 3.5 3.6 3.5" />
  </svg>
);
