import { useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { Person } from '../../server/core/contracts/people.ts';
import { rememberMention } from '../lib/chosen-mentions.ts';
import { formatCount } from '../lib/format-count.ts';
import { completeMention, type MentionQuery, mentionQueryAt } from '../lib/mention-query.ts';
import { peopleQuery } from '../lib/people-query.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { useReader } from '../lib/use-reader.ts';
import { Avatar } from './avatar.tsx';
import { classNames } from './class-names.ts';
import styles from './mention-suggestions.module.css';
import { Announcement } from './screen-reader.tsx';

const pauseMs = 150;

/** For the events of the area. */
export interface MentionEvents {
  readCaret: (event: SyntheticEvent) => void;
  close: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The text area whose people are suggested. */
export interface MentionText {
  /** Its value. */
  text: string;
  onChange: (text: string) => void;
  /** Where the suggestions are, so that they do not cover what is written. */
  placement: 'above' | 'below';
}

export interface MentionSuggestionsProps extends MentionText {
  area: RefObject<HTMLElement | null>;
  ref: Ref<MentionEvents>;
}

/** The people that an `@` in the text area could mean. */
export function MentionSuggestions({ area, text, onChange, placement, ref }: MentionSuggestionsProps) {
  const listId = useId();
  const [query, setQuery] = useState<MentionQuery>();
  const [activeAt, setActiveAt] = useState(0);
  const found = usePeople(query?.beginning ?? '');
  const people = query === undefined ? [] : found;
  const active = people[Math.min(activeAt, people.length - 1)];
  const isOpen = active !== undefined;
  const optionId = ({ uid }: Person) => `${listId}-${uid}`;
  useListAttributes(area, isOpen ? { list: listId, option: optionId(active) } : undefined);

  const close = () => setQuery(undefined);
  /** The text and the caret after a choice. Other names may begin with the chosen one: none is suggested there. */
  const completed = useRef<{ text: string; caret: number }>(undefined);
  const readCaretOf = (target: EventTarget | null) => {
    if (!(target instanceof HTMLTextAreaElement)) return;
    const { value, selectionStart, selectionEnd } = target;
    if (value === completed.current?.text && selectionEnd === completed.current.caret) return close();
    const next = selectionStart === selectionEnd ? mentionQueryAt(value, selectionStart) : undefined;
    if (next?.beginning !== query?.beginning) setActiveAt(0);
    setQuery(next);
  };
  const readCaret = ({ target }: SyntheticEvent) => readCaretOf(target);
  // What was typed while this code was loaded.
  const readFocused = useEffectEvent(() => readCaretOf(document.activeElement));
  useEffect(() => readFocused(), []);
  const choose = ({ uid, name }: Person) => {
    if (query === undefined) return;
    const after = completeMention(text, query, name);
    completed.current = after;
    rememberMention({ uid, name });
    flushSync(() => onChange(after.text));
    const field = area.current?.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(after.caret, after.caret);
    close();
  };
  const move = (by: number) => setActiveAt((activeAt + by + people.length) % people.length);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Escape: close,
    ...(active && { Enter: () => choose(active), Tab: () => choose(active) }),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = isOpen && !event.shiftKey && !event.nativeEvent.isComposing ? keys[event.key] : undefined;
    if (!act) return;
    // The field itself would send the text or move the caret.
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  useImperativeHandle(ref, () => ({ readCaret, close, onKeyDown }));

  return (
    <>
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label="People"
          tabIndex={-1}
          className={classNames(styles.list, styles[placement])}
          onPointerDown={(event) => event.preventDefault()} // The field keeps the focus.
        >
          {people.map((person) => (
            <div
              key={person.uid}
              id={optionId(person)}
              role="option"
              aria-selected={person === active}
              tabIndex={-1}
              className={styles.option}
              onClick={() => choose(person)}
              onKeyDown={undefined}
            >
              <Avatar uid={person.uid} name={person.name} photoURL={person.avatar} size={30} />
              <span className={styles.name} dir="auto">
                {person.name}
              </span>
            </div>
          ))}
        </div>
      )}
      <Announcement>{isOpen ? `${formatCount(people.length, 'suggestion')}, use the arrow keys` : ''}</Announcement>
    </>
  );
}

/** A text area may not be a combobox, but say which option is active. */
function useListAttributes(
  area: { current: HTMLElement | null },
  open: { list: string; option: string } | undefined,
): void {
  const { list, option } = open ?? {};
  useEffect(() => {
    const field = area.current?.querySelector('textarea');
    if (!field || list === undefined || option === undefined) return undefined;
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', list);
    field.setAttribute('aria-activedescendant', option);
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) field.removeAttribute(name);
    };
  }, [area, list, option]);
}

/** People whose name begins like this; those found last until the next ones are known. */
function usePeople(beginning: string): readonly Person[] {
  const { user } = useReader();
  const debounced = useDebounced(beginning.trim().toLowerCase(), pauseMs);
  const { data = [] } = useQuery({ ...peopleQuery(debounced), enabled: user !== null && debounced !== '' });
  // With a space at its end: after a whole name, the user writes on, and Enter sends.
  const wanted = beginning.toLowerCase();
  return data.filter(({ name }) => wanted !== '' && name.toLowerCase().includes(wanted));
}
