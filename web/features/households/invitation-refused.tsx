import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ScreenReaderText } from '../../components/screen-reader.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import type { InvitationRefusal } from './invitation-refusals.ts';
import { JoinPage } from './join-page.tsx';

/** In place of an invitation that is not valid. */
export function InvitationRefused({ refusal: { title, text, action } }: { refusal: InvitationRefusal }) {
  useDocumentTitle(title);
  return (
    <JoinPage>
      <h1>
        <ScreenReaderText>Invitation</ScreenReaderText>
      </h1>
      <div role="status">
        <EmptyState title={title} text={text} action={<LinkButton to={action.to}>{action.label}</LinkButton>} />
      </div>
    </JoinPage>
  );
}
