/**
 * The product's mark: a speech bubble whose tail makes it a P, and in it the answer. One colour, from 16 px.
 */
export const ProductMark = ({ size = 24, label }: { readonly size?: number; readonly label?: string }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="currentColor"
    stroke="currentColor"
    strokeLinejoin="round"
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  >
    <path d="M4 21.5V10.2a8 8 0 1 1 8 8H8zM12 6.7a3.5 3.5 0 0 0 0 7h3.5v-3.5A3.5 3.5 0 0 0 12 6.7z" />
  </svg>
);
