import type { Person } from '../../../server/core/contracts/people.ts';
import { Button, type ButtonProps } from '../../components/button.tsx';
import { AddIcon, CheckIcon } from '../../components/icons.tsx';
import { useReader } from '../../lib/use-reader.ts';
import { useFollowing } from './following.ts';

export interface FollowButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  person: Person;
  /** Whether the user follows them, until that is fetched. */
  isFollowed?: boolean | undefined;
}

/** Follows a person, and stops. A visitor logs in first. */
export function FollowButton({
  person,
  isFollowed = false,
  size = 'medium',
  variant = 'secondary',
}: FollowButtonProps) {
  const { reader, userOrLogin } = useReader();
  const { shown, change } = useFollowing(reader);
  const isOn = shown ? shown.items.some(({ uid }) => uid === person.uid) : isFollowed;
  const text = isOn ? 'Following' : 'Follow';
  return (
    <Button
      size={size}
      variant={isOn ? 'secondary' : variant}
      icon={isOn ? <CheckIcon size={16} /> : <AddIcon size={16} />}
      aria-label={`${text} ${person.name}`}
      title={isOn ? 'Press to unfollow' : undefined}
      onClick={() => userOrLogin(`follow ${person.name}`) && change(person, !isOn)}
    >
      {text}
    </Button>
  );
}
