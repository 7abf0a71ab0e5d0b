export const PencilIcon = ({ className }: { className?: string | undefined }) => (
  <svg viewBox="0 0 24 24" width="20" height="20" fill="none" aria-hidden="true" className={className}>
    <path
      d="M4.5 19.5 5.4 15.5 15.7 5.2a1.7 1.7 0 0 1 2.4 0l.7.7a1.7 1.7 0 0 1 0 2.4L8.5 18.6zM13.9 7 17 10.1"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
