/** Six dots: what can be dragged. */
export const GripIcon = () => (
  <svg viewBox="0 0 16 16" width={18} height={18} fill="currentColor" aria-hidden="true">
    {[3, 8, 13].flatMap((y) => [5, 11].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r={1.5} />))}
  </svg>
);
