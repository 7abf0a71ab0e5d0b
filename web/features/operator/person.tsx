import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../components/avatar.tsx';
import { shortId } from './format.ts';
import { CommandIcon } from './icons.tsx';
import { nameQuery } from './names.ts';

/** Who records events without being a user. */
const programs: Readonly<Record<string, string>> = {
  'potluck-machine': 'The machine',
  'potluck-samples': 'The samples',
};

/** What is recorded by a program, not by a user, has a name for it here. */
export const programName = (uid: string): string | undefined => programs[uid];

const useName = (uid: string, name?: string | null): string | null | undefined => {
  const found = useQuery({ ...nameQuery(uid), enabled: name === undefined && !(uid in programs) });
  return programName(uid) ?? name ?? found.data?.name;
};

/** A user's name alone, or their id if they have none. */
export function PersonName({ uid }: { uid: string }) {
  return (
    <span title={uid} dir="auto">
      {useName(uid) ?? shortId(uid)}
    </span>
  );
}

export interface PersonProps {
  uid: string;
  /** If it is known. Otherwise it is looked up. */
  name?: string | null | undefined;
  size?: number;
}

/** A user's face and name, or their id if they have none. */
export function Person({ uid, name, size = 22 }: PersonProps) {
  const shown = useName(uid, name);
  return (
    <span className="op-person" title={uid}>
      {uid in programs ? (
        <span className="op-program" style={{ width: size, height: size }}>
          <CommandIcon size={Math.round(size * 0.6)} />
        </span>
      ) : (
        <Avatar uid={uid} name={shown ?? ''} size={size} />
      )}
      {shown ? (
        <span className="op-person-name" dir="auto">
          {shown}
        </span>
      ) : (
        <code>{shortId(uid)}</code>
      )}
    </span>
  );
}
