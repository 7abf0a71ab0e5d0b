import { onSessionExplained } from '../lib/identity/session.ts';
import { notify } from '../lib/notices.ts';

// Screens that visitors may see stay on the page when a session ends. The login page has its own alert.
onSessionExplained((reason) => {
  if (location.pathname === '/login') return;
  import('../lib/identity/identity-errors.ts')
    .then(({ sessionEndMessage }) => notify.info(sessionEndMessage(reason)))
    .catch(reportError);
});
