import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useNotice } from '../../components/notice.tsx';

/** Leads home from a recipe that cannot be shown, and says there why. */
export function NoRecipe({ why }: { why: 'missing' | 'failed' }) {
  const notify = useNotice();
  useEffect(() => {
    if (why === 'missing') notify.info('This recipe is not here any more.');
    else notify.error('This recipe could not be loaded.');
  }, [why, notify]);
  return <Navigate to="/" replace />;
}
