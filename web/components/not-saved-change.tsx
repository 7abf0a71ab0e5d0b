import { useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../lib/api-client.ts';
import { formatCount } from '../lib/format-count.ts';
import { queryClient } from '../lib/query-client.ts';
import {
  type ChangeActions,
  type Conflict,
  type ConflictingValue,
  changeActionsOf,
} from '../lib/sync/change-actions.ts';
import { discardChanges } from '../lib/sync/outbox.ts';
import { isReadable, type RefusedGroup } from '../lib/sync/refused-changes.ts';
import { timeText } from '../lib/time-text.ts';
import { useGo } from '../lib/use-go.ts';
import { useReader } from '../lib/use-reader.ts';
import { Avatar } from './avatar.tsx';
import { Button } from './button.tsx';
import { ChangeSentence } from './change-sentence.tsx';
import styles from './waiting-sheet.module.css';

export interface NotSavedChangeProps {
  group: RefusedGroup;
  /** Called when the user has decided. */
  onDone: () => void;
  /** Closes the sheet. */
  onClose: () => void;
}

/** A change that was not saved, why, and what the user can do. */
export function NotSavedChange({ group, onDone, onClose }: NotSavedChangeProps) {
  const [first, ...dependent] = group;
  const actions = changeActionsOf(group);
  const { conflict, isCurrent } = useConflict(group, actions);
  const { user } = useReader();
  const go = useGo();
  const { text, at, refusal } = first;

  const decide = (act: () => void) => {
    flushSync(act);
    onDone();
  };
  const discard = () => decide(() => void discardChanges(group).catch(reportError));
  const revise = () => {
    const path = actions?.revise(group);
    discardChanges(group).catch(reportError);
    onClose();
    if (path !== undefined) go(path);
  };
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <span className={styles.words}>
          {conflict ? <b className={styles.sentence}>{conflict.title}</b> : <ChangeSentence text={text} />}
          {text.place && <span className={styles.place}>{text.place}</span>}
        </span>
        {at > 0 && <time className={styles.time}>{timeText(at)}</time>}
      </div>
      <p className={styles.reason}>
        {conflict
          ? `${conflict.theirs.by ? `${conflict.theirs.by.name} was first: ` : ''}${conflict.state}. Which one?`
          : sentence(refusal.reason)}
      </p>
      {!conflict && dependent.length > 0 && (
        <p className={styles.reason}>
          With {formatCount(dependent.length, 'change')} that {dependent.length === 1 ? 'depends' : 'depend'} on it.
        </p>
      )}
      {conflict && actions ? (
        <Choice
          conflict={conflict}
          user={user ?? undefined}
          disabled={!isCurrent}
          onMine={() => decide(() => actions.replaceTheirs(group))}
          onTheirs={discard}
        />
      ) : (
        <div className={styles.actions}>
          {actions && isReadable(first) && (
            <Button className={styles.action} onClick={() => decide(() => actions.sendAgain(group))}>
              Try again
            </Button>
          )}
          {actions?.canRevise(group) && (
            <Button variant="quiet" className={styles.action} onClick={revise}>
              Edit
            </Button>
          )}
          <Button variant="quiet" className={styles.action} onClick={discard}>
            Discard
          </Button>
        </div>
      )}
    </li>
  );
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

const subscribeToQueries = (onChange: () => void) => queryClient.getQueryCache().subscribe(onChange);

/** The two values, as the document has them now: once it was fetched, as far as that is possible. */
function useConflict(group: RefusedGroup, actions: ChangeActions | undefined) {
  const [isCurrent, setCurrent] = useState(false);
  const document = useSyncExternalStore(subscribeToQueries, () => actions?.documentOf(group));
  const [{ key }] = group;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first change, which `key` identifies, decides what is fetched; `group` is a new array whenever any other refused change is stored or discarded
  useEffect(() => {
    const unreadable = (error: unknown) => error instanceof ApiError || reportError(error);
    actions
      ?.fetchAgain(group)
      .catch(unreadable)
      .finally(() => setCurrent(true));
  }, [key, actions]);
  const conflict: Conflict | undefined = document && actions?.conflictOf(group, document);
  return { conflict, isCurrent };
}

interface ChoiceProps {
  conflict: Conflict;
  user: ValueProps['face'];
  disabled: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

const Choice = ({ conflict: { mine, theirs }, user, disabled, onMine, onTheirs }: ChoiceProps) => (
  <div className={styles.choice}>
    <Value value={mine} face={user} from="from you" disabled={disabled} onChoose={onMine} />
    <Value
      value={theirs}
      face={theirs.by}
      from={theirs.by ? `from ${theirs.by.name}` : 'now'}
      disabled={disabled}
      onChoose={onTheirs}
    />
  </div>
);

interface ValueProps {
  value: ConflictingValue;
  face: { uid: string; name: string; photoURL?: string | null } | undefined;
  from: string;
  disabled: boolean;
  onChoose: () => void;
}

const Value = ({ value, face, from, disabled, onChoose }: ValueProps) => (
  <button type="button" className={styles.value} disabled={disabled} onClick={onChoose}>
    <span className={styles.valueLine}>
      {face && <Avatar {...face} size={24} />}
      <b>{value.text}</b>
    </span>
    <span className={styles.from}>{from}</span>
  </button>
);
