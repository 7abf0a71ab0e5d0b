import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useNotice } from '../../components/notice.tsx';

/** Redirects home from a recipe that cannot be shown, with a notice of the reason. */
export function RecipeUnavailable({ reason }: { reason: 'missing' | 'failed' }) {
  const notify = useNotice();
  useEffect(() => {
    if (reason === 'missing') notify.info('This recipe is not here any more.');
    else notify.error('This recipe could not be loaded.');
  }, [reason, notify]);
  return <Navigate to="/" replace />;
}
