import type { FeedPost } from '../../../server/core/contracts/community.ts';
import { MoreMenu } from '../../components/more-menu.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { lazyCode, useLazyCode } from '../../lib/lazy-code.ts';
import { personPath } from '../../lib/person-path.ts';
import { useGo } from '../../lib/use-go.ts';
import type { FollowItemProps } from './follow-item.tsx';

const loadReport = async () => (await import('../../components/report-dialog.tsx')).ReportDialog;

/** What a user can do about another user's post and its author. */
export function AuthorMenu({ post }: { post: FeedPost }) {
  const { authorId: uid, authorName: name } = post;
  const person = { uid, name, avatar: post.authorAvatar ?? null };
  const go = useGo();
  const report = useDialog(loadReport);
  return (
    <>
      <MoreMenu
        label={`More about ${name}`}
        items={[
          { label: `See ${name}’s page`, onChoose: () => go(personPath(uid)) },
          { label: 'Report', onChoose: report.open },
        ]}
        more={(item, close) => <FollowEntry item={item} person={person} onChoose={close} />}
      />
      {report.Dialog && <report.Dialog reported={{ kind: 'post', id: post.id }} onClose={report.close} />}
    </>
  );
}

const followItem = lazyCode(async () => (await import('./follow-item.tsx')).FollowItem);

/** Its code is loaded when the menu opens. */
function FollowEntry(props: FollowItemProps) {
  const { value: FollowItem } = useLazyCode(followItem);
  return FollowItem && <FollowItem {...props} />;
}
