import { MoreMenu } from '../../components/more-menu.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { failureText } from '../../lib/failure-text.ts';
import { notify } from '../../lib/notices.ts';
import { useGo } from '../../lib/use-go.ts';
import { useWithdrawRecipe } from './api.ts';

const loadConfirmation = async () => (await import('../../components/confirm-dialog.tsx')).ConfirmDialog;

/** The actions of the recipe's author. */
export function RecipeMenu({ id }: { id: string }) {
  const go = useGo();
  const confirmation = useDialog(loadConfirmation);
  const withdraw = useWithdrawRecipe(id);
  return (
    <>
      <MoreMenu
        label="Recipe options"
        items={[
          { label: 'Edit', onChoose: () => go(`/recipe/${id}/edit`) },
          { label: 'Withdraw', onChoose: confirmation.open },
        ]}
      />
      {confirmation.Dialog && (
        <confirmation.Dialog
          title="Withdraw this recipe?"
          text="Nobody will find it any more. What was added from it to grocery lists stays there."
          action="Withdraw recipe"
          onConfirm={() =>
            withdraw.mutate(undefined, {
              onSuccess: () => go('/'),
              onError: (error) => notify.error(failureText(error, 'Failed to withdraw recipe')),
            })
          }
          onClose={confirmation.close}
        />
      )}
    </>
  );
}
