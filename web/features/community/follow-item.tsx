import type { Person } from '../../../server/core/contracts/people.ts';
import type { MenuItemProps } from '../../components/more-menu.tsx';
import { undoOffers } from '../../lib/undo-offers.ts';
import { useReader } from '../../lib/use-reader.ts';
import { useFollowing } from './following.ts';

export interface FollowItemProps {
  item: MenuItemProps;
  person: Person;
  onChoose: () => void;
}

/** Follows or unfollows a person from a menu. The bar below says what was done, because the menu closes. */
export function FollowItem({ item, person, onChoose }: FollowItemProps) {
  const { shown, change } = useFollowing(useReader().reader);
  if (!shown) return null;
  const isFollowed = shown.items.some(({ uid }) => uid === person.uid);
  const choose = () => {
    onChoose();
    const changeKey = change(person, !isFollowed);
    const message = (
      <>
        {isFollowed ? 'Unfollowed' : 'Following'} <b>{person.name}</b>
      </>
    );
    undoOffers.show({ changeKey, message, onUndo: () => change(person, isFollowed) });
  };
  return (
    <button {...item} type="button" onClick={choose}>
      {isFollowed ? 'Unfollow' : 'Follow'} {person.name}
    </button>
  );
}
