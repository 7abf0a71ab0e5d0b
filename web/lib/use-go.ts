import { type NavigateOptions, useNavigate } from 'react-router-dom';

/**
 * Navigates to a path, or by n entries in the history. Like a link, it replaces the entry of the same page: going back from it
 * leaves it. Reports a rejected promise of the router.
 */
export function useGo(): (to: string | number, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  return (to, options) => {
    const navigated = typeof to === 'number' ? navigate(to) : navigate(to, { replace: isShown(to), ...options });
    Promise.resolve(navigated).catch(reportError);
  };
}

const isShown = (path: string): boolean => path === location.pathname + location.search + location.hash;
