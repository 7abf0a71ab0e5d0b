import Descriptions from 'antd/es/descriptions';
import { Avatar } from '../../../../components/avatar.tsx';
import { Card } from '../../../../components/card.tsx';
import { kindTitle } from '../../format.ts';
import { valueText } from '../labels.ts';

/** What has a name and other fields: a person, a household, a playlist. */
export function PersonScreen({ document }: { document: Readonly<Record<string, unknown>> }) {
  const { name, username, description, members, recipes, ...others } = document;
  const title = String(username ?? name);
  const people = namedIn(members);
  const dishes = namedIn(recipes);
  const fields = Object.entries(others).filter(([, value]) => value !== null && typeof value !== 'object');
  return (
    <Card className="op-post">
      <div className="op-post-head">
        {username !== undefined && <Avatar uid={title} name={title} size={48} />}
        <h3 dir="auto">{title}</h3>
      </div>
      {typeof description === 'string' && description !== '' && <p dir="auto">{description}</p>}
      <Things title="Members" names={people} />
      <Things title="Recipes" names={dishes} />
      <Descriptions
        column={1}
        size="small"
        colon={false}
        className="op-facts"
        items={fields.map(([key, value]) => ({ key, label: kindTitle(key), children: valueText(value) }))}
      />
    </Card>
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
