import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { explainFailure } from '../../lib/failure-text.ts';
import { useSession } from '../../lib/identity/session.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useGo } from '../../lib/use-go.ts';
import { useKeptDraft } from '../../lib/use-kept-draft.ts';
import { usePublishRecipe } from './api.ts';
import { CancelForm } from './cancel-form.tsx';
import { LoginToPublish } from './login-to-publish.tsx';
import { emptyDraft, hasSameContent, type RecipeDraft } from './recipe-draft.ts';
import { RecipeForm } from './recipe-form.tsx';
import { RecipeImport } from './recipe-import.tsx';
import { sharedSource } from './shared-source.ts';
import { draftText, parseDraft } from './stored-draft.ts';

const parseSource = (stored: unknown): string | undefined => (typeof stored === 'string' ? stored : undefined);

const isBlank = (draft: RecipeDraft): boolean => hasSameContent(draft, emptyDraft);

/** What is shared now replaces what was imported before. */
const ignoreStored = (): undefined => undefined;

/** A visitor may write a recipe. The draft is kept while they log in to publish it. */
export function CreateRecipeScreen() {
  const session = useSession();
  const uid = session.status === 'signedIn' ? session.user.uid : undefined;
  const { draft, draftKey, formId, change, drop, open, startNew } = useKeptDraft({
    key: 'recipe.new',
    initial: emptyDraft,
    parse: parseDraft,
    isBlank,
    uid,
    kind: 'recipe',
  });
  const [shared, setShared] = useSearchParams();
  // What another application has shared with the installed one.
  const [initialSource] = useState(() => sharedSource(shared));
  const [source, setSource, dropSource] = useDraft(
    'recipe.import',
    initialSource,
    initialSource === '' ? parseSource : ignoreStored,
  );
  useEffect(() => {
    // It is stored with the draft. A reload would import it again; a visitor's waits for the login.
    if (uid !== undefined && shared.size > 0) setShared({}, { replace: true });
  }, [uid, shared, setShared]);
  const [showsLoginPrompt, setShowsLoginPrompt] = useState(false);
  const go = useGo();
  // Before the address changes.
  const { key } = useLocation();
  const [hasHistory] = useState(key !== 'default');
  const publish = usePublishRecipe((revision) => change((now) => ({ ...now, revision })));
  const dropAll = () => {
    dropSource();
    return drop();
  };
  return (
    <RecipeForm
      title="Create Recipe"
      formId={formId}
      draft={draft}
      draftKey={draftKey}
      onChange={change}
      save={async (sent) => {
        if (uid === undefined) {
          setShowsLoginPrompt(true);
          return undefined;
        }
        const { data } = await publish.mutateAsync({ ...sent, revision: draft.revision });
        dropAll();
        return data;
      }}
      onSent={(published) => {
        if (published) go(`/recipe/${published.id}`, { replace: true });
      }}
      explain={explainFailure('Failed to create recipe')}
      action="Create Recipe"
      drafts={
        uid === undefined
          ? undefined
          : { place: { uid, kind: 'recipe' }, current: draft.draftId, textOf: draftText, onOpen: open, onNew: startNew }
      }
      start={
        <RecipeImport
          draft={draft}
          draftKey={draftKey}
          onChange={change}
          source={source}
          onSource={setSource}
          startsAtOnce={initialSource !== '' && source === initialSource}
        />
      }
    >
      {showsLoginPrompt && uid === undefined && <LoginToPublish />}
      <CancelForm
        lost="this recipe"
        isUntouched={isBlank(draft) && source === ''}
        onCancel={() => {
          const undo = dropAll();
          go(hasHistory ? -1 : '/');
          return undo;
        }}
      />
    </RecipeForm>
  );
}
