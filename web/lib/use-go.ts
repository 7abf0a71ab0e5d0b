import { type NavigateOptions, useNavigate } from 'react-router-dom';

/** Navigates to a path, or by n entries in the history. Reports a rejected promise of the router. */
export function useGo(): (to: string | number, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  return (to, options) => {
    Promise.resolve(typeof to === 'number' ? navigate(to) : navigate(to, options)).catch(reportError);
  };
}
