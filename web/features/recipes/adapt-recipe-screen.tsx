import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { Alert } from '../../components/alert.tsx';
import { FormPageSkeleton } from '../../components/form-page.tsx';
import { NeedsConnection } from '../../components/needs-connection.tsx';
import { ApiError } from '../../lib/api-client.ts';
import { explainFailure } from '../../lib/failure-text.ts';
import { useSession } from '../../lib/identity/session.ts';
import { forgetSent, keyStoreInTab } from '../../lib/send-idempotently.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useGo } from '../../lib/use-go.ts';
import styles from './adapt-recipe-screen.module.css';
import { usePublishRecipe } from './api.ts';
import { CancelForm } from './cancel-form.tsx';
import { LoginToPublish } from './login-to-publish.tsx';
import { hasSameContent, toAdaptation } from './recipe-draft.ts';
import { formWidthPx, RecipeForm } from './recipe-form.tsx';
import { RecipeUnavailable } from './recipe-unavailable.tsx';
import { parseDraft } from './stored-draft.ts';
import { useRecipe } from './use-recipe.ts';

const title = 'Make It Yours';

/** A recipe of the reader's own that starts from another one. A visitor may write it, as they may write a recipe. */
export function AdaptRecipeScreen() {
  const { id = '' } = useParams();
  const state = useRecipe(id);
  switch (state.status) {
    case 'loading':
      return <FormPageSkeleton title={title} width={formWidthPx} />;
    case 'unavailable':
      return <NeedsConnection subject="This recipe" />;
    case 'missing':
    case 'failed':
      return <RecipeUnavailable reason={state.status} />;
    case 'shown':
      return <Form key={id} original={state.recipe} />;
  }
}

function Form({ original }: { original: Recipe }) {
  const { id } = original;
  const session = useSession();
  const uid = session.status === 'signedIn' ? session.user.uid : undefined;
  const [initial] = useState(() =>
    toAdaptation(original, { isOwn: uid === original.authorId, origin: location.origin }),
  );
  const [draft, setDraft, dropDraft] = useDraft(`recipe.${id}.adapted`, initial, parseDraft);
  const [showsLoginPrompt, setShowsLoginPrompt] = useState(false);
  const [isOriginalGone, setIsOriginalGone] = useState(false);
  const go = useGo();
  const hasHistory = useLocation().key !== 'default';
  const publish = usePublishRecipe((revision) => setDraft((now) => ({ ...now, revision })));
  // Without the credit, it is another request.
  const formId = keyStoreInTab(`recipe.${uid ?? 'visitor'}.${isOriginalGone ? 'after' : 'of'}.${id}`);
  return (
    <RecipeForm
      title={title}
      formId={formId}
      draft={draft}
      onChange={setDraft}
      save={async (sent) => {
        if (uid === undefined) {
          setShowsLoginPrompt(true);
          return undefined;
        }
        const original = isOriginalGone ? {} : { basedOn: id };
        try {
          const { data } = await publish.mutateAsync({ ...sent, ...original, revision: draft.revision });
          dropDraft();
          return data;
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'ORIGINAL_NOT_FOUND')) throw error;
          setIsOriginalGone(true);
          return undefined;
        }
      }}
      onSent={(published) => {
        if (published) go(`/recipe/${published.id}`, { replace: true });
      }}
      explain={explainFailure('Failed to create recipe')}
      action="Publish Recipe"
      start={
        <Alert kind="info" className={styles.note}>
          Your own version of “{original.title}” by {original.author}. It names the original, which stays as it is.
        </Alert>
      }
    >
      {showsLoginPrompt && uid === undefined && <LoginToPublish />}
      {isOriginalGone && (
        <Alert kind="info">
          “{original.title}” has just been withdrawn. Publish again to share yours without naming it.
        </Alert>
      )}
      <CancelForm
        lost="this recipe"
        isUntouched={hasSameContent(draft, initial)}
        onCancel={() => {
          dropDraft();
          forgetSent(formId);
          go(hasHistory ? -1 : `/recipe/${id}`);
        }}
      />
    </RecipeForm>
  );
}
