import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { notify } from '../../lib/notices.ts';

/** Redirects home from a recipe that cannot be shown, with a notice of the reason. */
export function RecipeUnavailable({ reason }: { reason: 'missing' | 'failed' }) {
  useEffect(() => {
    if (reason === 'missing') notify.info('This recipe is not here any more.');
    else notify.error('This recipe could not be loaded.');
  }, [reason]);
  return <Navigate to="/" replace />;
}
