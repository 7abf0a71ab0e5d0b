import type { Reported } from '../../server/core/contracts/moderation.ts';
import { useReader } from '../lib/use-reader.ts';
import { MoreMenu } from './more-menu.tsx';
import { useDialog } from './use-dialog.ts';

const loadReport = async () => (await import('./report-dialog.tsx')).ReportDialog;

/** The entry of a menu that opens a report, and the dialog to render beside the menu. */
export function useReport(reported: Reported) {
  const { userOrLogin } = useReader();
  const { Dialog, open, close } = useDialog(loadReport);
  const choose = () => {
    if (userOrLogin('report this')) open();
  };
  return {
    item: { label: 'Report', onChoose: choose },
    dialog: Dialog && <Dialog reported={reported} onClose={close} />,
  };
}

/** What others than the author can do with a thing. */
export function ReportMenu({ label, reported }: { label: string; reported: Reported }) {
  const { item, dialog } = useReport(reported);
  return (
    <>
      <MoreMenu label={label} items={[item]} />
      {dialog}
    </>
  );
}
