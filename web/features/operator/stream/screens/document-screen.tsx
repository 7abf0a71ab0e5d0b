import { JsonView } from '../../json-view.tsx';
import { type Difference, labelOf } from '../labels.ts';
import { itemsBefore } from './list-rows.ts';
import { ListScreen } from './list-screen.tsx';
import { PersonScreen } from './person-screen.tsx';
import { PlanScreen } from './plan-screen.tsx';
import { PostScreen } from './post-screen.tsx';
import { RecipeScreen } from './recipe-screen.tsx';
import { isList, isNamed, isPlan, isPost, isRecipe, isTitled } from './shapes.ts';

export interface DocumentScreenProps {
  /** Its collection and id. */
  name: string;
  document: unknown;
  changes: readonly Difference[];
}

/** A document as users saw it: a list, a plan, a post, a recipe, a person. Others as JSON. */
export function DocumentScreen({ name, document, changes }: DocumentScreenProps) {
  const changed = new Set(changes.flatMap((change) => labelOf(change, { [name]: document }).ids));
  return (
    <div className="op-screen">
      <Content name={name} document={document} changes={changes} changed={changed} />
    </div>
  );
}

interface ContentProps extends DocumentScreenProps {
  /** Ids of what the changes are in. */
  changed: ReadonlySet<string>;
}

function Content({ name, document, changes, changed }: ContentProps) {
  const id = name.slice(name.indexOf('/') + 1);
  if (isList(document)) {
    const { items } = document;
    return <ListScreen items={items} before={itemsBefore(name, items, changes)} changed={changed} />;
  }
  if (isPlan(document)) return <PlanScreen id={id} meals={document.meals} changed={changed} />;
  if (isRecipe(document)) return <RecipeScreen recipe={document} />;
  if (isPost(document)) return <PostScreen post={document} />;
  if (isNamed(document) || isTitled(document)) return <PersonScreen id={id} document={document} />;
  return <JsonView value={document} />;
}
