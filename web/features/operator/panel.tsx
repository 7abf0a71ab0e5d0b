import { type ReactNode, useId } from 'react';
import { Card } from '../../components/card.tsx';
import { classNames } from '../../components/class-names.ts';

export interface PanelProps {
  title: string;
  /** Muted words beside the title. */
  note?: ReactNode;
  /** At the right of the title. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A card with a heading. */
export function Panel({ title, note, aside, className, children }: PanelProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className={classNames('op-panel', className)}>
      <div className="op-panel-head">
        <h2 id={id} className="op-card-title">
          {title}
        </h2>
        {note && <p className="op-panel-note">{note}</p>}
        {aside && <div className="op-panel-aside">{aside}</div>}
      </div>
      {children}
    </Card>
  );
}
