import { Button } from '../../components/button.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import type { RecipeDraft } from './recipe-draft.ts';

const loadPreview = async () => (await import('./preview-dialog.tsx')).PreviewDialog;

/** Shows what the form would publish. */
export function PreviewButton({ draft }: { draft: RecipeDraft }) {
  const preview = useDialog(loadPreview);
  return (
    <>
      <Button onClick={preview.open}>Preview</Button>
      {preview.Dialog && <preview.Dialog draft={draft} onClose={preview.close} />}
    </>
  );
}
