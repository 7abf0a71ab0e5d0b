import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { FormPageSkeleton } from '../../components/form-page.tsx';
import { NeedsConnection } from '../../components/needs-connection.tsx';
import { explainFailure } from '../../lib/failure-text.ts';
import { useSession } from '../../lib/identity/session.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useGo } from '../../lib/use-go.ts';
import { latestIfChangedMeanwhile, useReviseRecipe } from './api.ts';
import { CancelForm } from './cancel-form.tsx';
import { hasSameContent, type RecipeDraft, toDraft } from './recipe-draft.ts';
import { formWidthPx, RecipeForm } from './recipe-form.tsx';
import { RecipeUnavailable } from './recipe-unavailable.tsx';
import { parseDraft } from './stored-draft.ts';
import { useRecipe } from './use-recipe.ts';

const title = 'Edit Recipe';

/** For the recipe's author. Other users are redirected to the recipe. */
export function EditRecipeScreen() {
  const { id = '' } = useParams();
  const session = useSession();
  const state = useRecipe(id);
  switch (state.status) {
    case 'loading':
      return <FormPageSkeleton title={title} width={formWidthPx} />;
    case 'unavailable':
      return <NeedsConnection subject="This recipe" />;
    case 'missing':
    case 'failed':
      return <RecipeUnavailable reason={state.status} />;
    case 'shown': {
      const isOwn = session.status === 'signedIn' && session.user.uid === state.recipe.authorId;
      return isOwn ? <Form recipe={state.recipe} /> : <Navigate to={`/recipe/${id}`} replace />;
    }
  }
}

const withRevision = (draft: RecipeDraft, { revision }: Recipe): RecipeDraft => ({
  ...draft,
  ...(revision && { revision }),
});

function Form({ recipe }: { recipe: Recipe }) {
  const { id } = recipe;
  const [initial] = useState(() => withRevision(toDraft(recipe), recipe));
  const [draft, setDraft, dropDraft] = useDraft(`recipe.${id}`, initial, parseDraft);
  const go = useGo();
  const revise = useReviseRecipe(id);
  return (
    <RecipeForm
      title={title}
      formId={`recipe.${id}`}
      draft={draft}
      onChange={setDraft}
      save={async ({ form, key }) => {
        const revised = { ...form, ...(draft.revision && { revision: draft.revision }) };
        const { data } = await revise.mutateAsync({ form: revised, key });
        dropDraft();
        return data;
      }}
      onSent={() => {
        go(`/recipe/${id}`, { replace: true });
      }}
      explain={async (error) => {
        const revision = await latestIfChangedMeanwhile(id, error);
        if (revision) setDraft((now) => ({ ...now, revision }));
        return explainFailure('Failed to save recipe')(error);
      }}
      action="Save Changes"
    >
      <CancelForm
        lost="your changes"
        isUntouched={hasSameContent(draft, initial)}
        onCancel={() => {
          dropDraft();
          go(`/recipe/${id}`, { replace: true });
        }}
      />
    </RecipeForm>
  );
}
