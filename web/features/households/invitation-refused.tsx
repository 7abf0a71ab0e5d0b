import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { codeGroups, parseTypedCode } from './invitation-code.ts';
import type { InvitationRefusal } from './invitation-refusals.ts';
import styles from './invitation-refused.module.css';
import { JoinPage } from './join-page.tsx';

export interface InvitationRefusedProps {
  refusal: InvitationRefusal;
  code: string;
}

/** In place of an invitation that is not valid. A code that was mistyped is shown, and need not be typed again. */
export function InvitationRefused({
  refusal: { title, text, action, isMistyped = false },
  code,
}: InvitationRefusedProps) {
  useDocumentTitle(title);
  const valid = parseTypedCode(code);
  const shownCode = valid ? codeGroups(valid).join(' ') : code;
  return (
    <JoinPage>
      <h1>
        <ScreenReaderText>Invitation</ScreenReaderText>
      </h1>
      <div role="status">
        <EmptyState
          title={title}
          text={
            <>
              {isMistyped && <strong className={styles.code}>{shownCode}</strong>}
              {text}
            </>
          }
          action={
            <LinkButton to={action.to} state={isMistyped ? { refusedCode: shownCode } : undefined}>
              {action.label}
            </LinkButton>
          }
        />
      </div>
    </JoinPage>
  );
}
