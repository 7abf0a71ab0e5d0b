import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { LinkButton } from '../../components/button.tsx';
import { InfoAlert } from '../../components/info-alert.tsx';
import { useSession } from '../../lib/identity/session.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { usePublishRecipe } from './api.ts';
import { emptyDraft } from './recipe-draft.ts';
import { RecipeForm } from './recipe-form.tsx';
import { parseDraft } from './stored-draft.ts';

/** A visitor may begin: what he wrote is there when he has logged in. */
export function CreateRecipeScreen() {
  const session = useSession();
  const uid = session.status === 'signedIn' ? session.user.uid : undefined;
  const [draft, setDraft, dropDraft] = useDraft('recipe.new', emptyDraft, parseDraft);
  const [asked, setAsked] = useState(false);
  const navigate = useNavigate();
  const publish = usePublishRecipe();
  return (
    <RecipeForm
      title="Create Recipe"
      of={`recipe.${uid ?? 'visitor'}`}
      draft={draft}
      onChange={setDraft}
      save={async (sent) => {
        if (uid === undefined) setAsked(true);
        else await publish.mutateAsync(sent);
      }}
      onSaved={() => {
        if (uid === undefined) return;
        dropDraft();
        Promise.resolve(navigate('/')).catch(reportError);
      }}
      failure="Failed to create recipe"
      action="Create Recipe"
    >
      {asked && uid === undefined && (
        <InfoAlert
          action={
            <LinkButton size="small" to="/login" state={{ from: '/create-recipe' }}>
              Log In
            </LinkButton>
          }
        >
          Please log in to publish your recipe. What you wrote stays here.
        </InfoAlert>
      )}
    </RecipeForm>
  );
}
