import { type NavigateOptions, useNavigate } from 'react-router-dom';

/** Leads to another page, or so many back in the history. What the router answers by a promise that fails is reported. */
export function useGo(): (to: string | number, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  return (to, options) => {
    Promise.resolve(typeof to === 'number' ? navigate(to) : navigate(to, options)).catch(reportError);
  };
}
