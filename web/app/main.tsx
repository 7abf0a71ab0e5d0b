import '@fontsource-variable/nunito/wght.css';
import './fonts.css';
import './tokens.css';
import './base.css';
import './print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setKeptPlaces } from '../components/kept-places.tsx';
import { afterFirstPaint } from '../lib/after-first-paint.ts';
import '../lib/forget-user.ts';
import { confirmSession } from '../lib/identity/session.ts';
import { keptDocumentsRestored, readKeptDocuments } from '../lib/sync/kept-documents.ts';
import { followTheme } from '../lib/theme-choice.ts';
import { App } from './app.tsx';
import { installServiceWorker } from './install-service-worker.ts';
import './list-writer.ts';
import './recipe-dialogs.ts';
import { loadFirstScreen } from './screens.ts';
import { sendStoredChanges } from './send-stored-changes.ts';
import './session-end-notice.ts';

function start() {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element with the id "root"');

  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );

  afterFirstPaint(() => {
    confirmSession().catch(reportError);
    sendStoredChanges();
  });
  installServiceWorker().catch(reportError);
}

// Only a screen without a connection shows them. Their code is stored with that of all screens; until then, there are none.
setKeptPlaces(() =>
  import('./kept-places.ts').then(
    ({ keptPlaces }) => keptPlaces(),
    () => [],
  ),
);
followTheme();
readKeptDocuments();
loadFirstScreen(location.pathname).then(keptDocumentsRestored).then(start).catch(reportError);
