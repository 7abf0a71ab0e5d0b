import Descriptions from 'antd/es/descriptions';
import { Avatar } from '../../../../components/avatar.tsx';
import { Card } from '../../../../components/card.tsx';
import { kindTitle } from '../../format.ts';
import { Person } from '../../person.tsx';
import { valueText } from '../labels.ts';

export interface PersonScreenProps {
  /** The id of the document; of a person, that of the user. */
  id: string;
  document: Readonly<Record<string, unknown>>;
}

/** What has a name and other fields: a person, a household, a playlist. */
export function PersonScreen({ id: documentId, document }: PersonScreenProps) {
  const {
    name,
    username,
    description,
    members,
    recipes,
    ownerName: _,
    id: _id,
    revision: _revision,
    ...others
  } = document;
  const title = String(username ?? name);
  const dishes = namedIn(recipes);
  const fields = Object.entries(others).filter(([, value]) => value !== null && typeof value !== 'object');
  return (
    <Card className="op-post">
      <div className="op-post-head">
        {username !== undefined && <Avatar uid={documentId} name={title} size={48} />}
        <h3 dir="auto">{title}</h3>
      </div>
      {typeof description === 'string' && description !== '' && <p dir="auto">{description}</p>}
      <Members members={Array.isArray(members) ? members.filter(isMember) : []} />
      <Things title="Recipes" names={dishes} />
      <Descriptions
        column={1}
        size="small"
        colon={false}
        className="op-facts"
        items={fields.map(([key, value]) => ({
          key,
          label: kindTitle(key.replace(/Id$/, '')),
          children: key === 'ownerId' ? <Person uid={String(value)} /> : valueText(value),
        }))}
      />
    </Card>
  );
}

interface Member {
  uid: string;
  joinedAt?: unknown;
}

const isMember = (value: unknown): value is Member =>
  typeof value === 'object' && value !== null && 'uid' in value && typeof value.uid === 'string';

function Members({ members }: { members: readonly Member[] }) {
  if (members.length === 0) return null;
  return (
    <>
      <h4>Members</h4>
      <ul className="op-plain-list">
        {members.map(({ uid, joinedAt }) => (
          <li key={uid}>
            <Person uid={uid} />{' '}
            {joinedAt !== undefined && <span className="op-muted">since {valueText(joinedAt)}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

const namedIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(valueText) : []);

function Things({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul className="op-plain-list">
        {names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Two may have the same name.
          <li key={`${name} ${at}`}>{name}</li>
        ))}
      </ul>
    </>
  );
}
