import type { KeyboardEvent, Ref } from 'react';
import { communityLimits } from '../../server/core/contracts/limits.ts';

export interface CommentInputProps {
  label: string;
  /** Default: the label. */
  placeholder?: string;
  text: string;
  onChange: (text: string) => void;
  className: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** The text of a comment. Enter sends its form. */
export const CommentInput = ({ label, placeholder = label, text, onChange, className, ref }: CommentInputProps) => (
  <textarea
    ref={ref}
    className={className}
    rows={1}
    value={text}
    onChange={(event) => onChange(event.target.value)}
    onKeyDown={sendByEnter}
    placeholder={placeholder}
    aria-label={label}
    maxLength={communityLimits.comment}
    autoComplete="off"
    enterKeyHint="send"
    dir="auto"
  />
);

/** Enter sends, unless it ends an IME composition. Shift+Enter inserts a line break. */
function sendByEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
