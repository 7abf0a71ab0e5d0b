import { type ReactNode, useRef, useState } from 'react';
import { lazyCode, useLazyCode } from '../lib/lazy-code.ts';
import { classNames } from './class-names.ts';
import styles from './mention-area.module.css';
import type { MentionEvents, MentionSuggestionsProps, MentionText } from './mention-suggestions.tsx';

export interface MentionAreaProps extends MentionText {
  className?: string | undefined;
  children: ReactNode;
}

const suggestions = lazyCode(async () => (await import('./mention-suggestions.tsx')).MentionSuggestions);

/** Suggests people after an `@` in the text area within. The code for it is loaded when the text area has the focus. */
export function MentionArea({ text, onChange, placement, className, children }: MentionAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const events = useRef<MentionEvents>(null);
  const [isUsed, setIsUsed] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events are those of the text area within
    <div
      ref={area}
      className={classNames(styles.area, className)}
      onFocus={() => setIsUsed(true)}
      onInput={(event) => events.current?.readCaret(event)}
      onSelect={(event) => events.current?.readCaret(event)}
      onBlur={() => events.current?.close()}
      onKeyDownCapture={(event) => events.current?.onKeyDown(event)}
    >
      {children}
      {isUsed && <Suggestions {...{ area, text, onChange, placement }} ref={events} />}
    </div>
  );
}

function Suggestions(props: MentionSuggestionsProps) {
  const { value: MentionSuggestions } = useLazyCode(suggestions);
  return MentionSuggestions && <MentionSuggestions {...props} />;
}
