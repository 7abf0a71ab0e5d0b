import { useState } from 'react';
import { Alert } from '../../components/alert.tsx';
import { LogInButton } from '../../components/log-in-button.tsx';
import { useSession } from '../../lib/identity/session.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useGo } from '../../lib/use-go.ts';
import { usePublishRecipe } from './api.ts';
import { emptyDraft } from './recipe-draft.ts';
import { RecipeForm } from './recipe-form.tsx';
import { parseDraft } from './stored-draft.ts';

/** A visitor may write a recipe. The draft is kept while they log in to publish it. */
export function CreateRecipeScreen() {
  const session = useSession();
  const uid = session.status === 'signedIn' ? session.user.uid : undefined;
  const [draft, setDraft, dropDraft] = useDraft('recipe.new', emptyDraft, parseDraft);
  const [showsLoginPrompt, setShowsLoginPrompt] = useState(false);
  const go = useGo();
  const publish = usePublishRecipe();
  return (
    <RecipeForm
      title="Create Recipe"
      formId={`recipe.${uid ?? 'visitor'}`}
      draft={draft}
      onChange={setDraft}
      save={async (sent) => {
        if (uid === undefined) return setShowsLoginPrompt(true);
        await publish.mutateAsync(sent);
        dropDraft();
      }}
      onSent={() => {
        if (uid !== undefined) go('/');
      }}
      failureFallback="Failed to create recipe"
      action="Create Recipe"
    >
      {showsLoginPrompt && uid === undefined && (
        <Alert kind="info" action={<LogInButton />}>
          Please log in to publish your recipe. What you wrote stays here.
        </Alert>
      )}
    </RecipeForm>
  );
}
