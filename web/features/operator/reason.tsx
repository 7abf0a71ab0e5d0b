import { type FormEvent, type ReactNode, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { TextField } from '../../components/text-field.tsx';
import { createStore } from '../../lib/store.ts';
import { ActionButton } from './action-button.tsx';

/** Why the operator reads private data. Kept until the page is left, so that it is asked for once. */
const reason = createStore('');

const minLength = 3;
const maxLength = 200;

export const useReason = reason.use;

export interface ReasonGateProps {
  /** What is read, such as "events". */
  what: string;
  /** The title of the page, while there is none. */
  head?: ReactNode;
  /** Shown once there is a reason. */
  children: (why: string) => ReactNode;
}

/** Asks for a reason before private data is read, and shows it above what is read. */
export function ReasonGate({ what, head, children }: ReasonGateProps) {
  const why = reason.use();
  if (why === '') {
    return (
      <>
        {head}
        <ReasonForm what={what} />
      </>
    );
  }
  return children(why);
}

function ReasonForm({ what }: { what: string }) {
  const [typed, setTyped] = useState('');
  const [isShort, setShort] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = typed.trim();
    setShort(given.length < minLength);
    if (given.length >= minLength) reason.set(given);
  };
  return (
    <Card className="op-reason">
      <h2 className="op-card-title">Why do you look?</h2>
      <p className="op-muted">
        The people whose {what} you read find your reason in their profile. It is asked once, until you leave this page.
      </p>
      <form onSubmit={submit} className="op-reason-form">
        <TextField
          label="Reason"
          value={typed}
          maxLength={maxLength}
          placeholder="Mia asked who emptied the list"
          error={isShort ? 'Give a reason of at least 3 characters' : undefined}
          onChange={setTyped}
        />
        <ActionButton type="submit">Show {what}</ActionButton>
      </form>
    </Card>
  );
}

/** The reason, which can be changed. */
export function Reason() {
  const why = reason.use();
  if (why === '') return null;
  return (
    <p className="op-reason-given">
      <span className="op-muted">Reason:</span> <span dir="auto">{why}</span>{' '}
      <button type="button" className="op-link" onClick={() => reason.set('')}>
        Change
      </button>
    </p>
  );
}
