/** The mark of the house: the letter H, as a rune. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="6" fill="#1d5f92" />
      <path d="M9 7v18M23 7v18M9 16l14-4" fill="none" stroke="#fff" strokeWidth="3.4" strokeLinecap="round" />
    </svg>
  );
}
