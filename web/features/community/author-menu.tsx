import type { FeedPost } from '../../../server/core/contracts/community.ts';
import { MoreMenu } from '../../components/more-menu.tsx';
import { lazyCode, useLazyCode } from '../../lib/lazy-code.ts';
import { useGo } from '../../lib/use-go.ts';
import type { FollowItemProps } from './follow-item.tsx';
import { personPath } from './paths.ts';

/** What a user can do about the author of another user's post. */
export function AuthorMenu({ post }: { post: FeedPost }) {
  const { authorId: uid, authorName: name } = post;
  const person = { uid, name, avatar: post.authorAvatar ?? null };
  const go = useGo();
  return (
    <MoreMenu
      label={`More about ${name}`}
      items={[{ label: `See ${name}’s page`, onChoose: () => go(personPath(uid)) }]}
      more={(item, close) => <FollowEntry item={item} person={person} onChoose={close} />}
    />
  );
}

const followItem = lazyCode(async () => (await import('./follow-item.tsx')).FollowItem);

/** Its code is loaded when the menu opens. */
function FollowEntry(props: FollowItemProps) {
  const { value: FollowItem } = useLazyCode(followItem);
  return FollowItem && <FollowItem {...props} />;
}
