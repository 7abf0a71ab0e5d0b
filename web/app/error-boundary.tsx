import { Component, type ReactNode } from 'react';
import { ErrorAlert } from '../components/error-alert.tsx';
import { PageTitle } from '../components/page-title.tsx';
import styles from './error-boundary.module.css';

interface State {
  error: Error | undefined;
}

/** A failure of one screen leaves the navigation standing and says what to do. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const notLoaded = error instanceof ScreenNotLoaded;
    const again = notLoaded ? () => location.reload() : () => this.setState({ error: undefined });
    return (
      <div className={styles.place}>
        <PageTitle title={notLoaded ? 'Page not loaded' : 'Something went wrong'} />
        <ErrorAlert onRetry={again}>
          {notLoaded ? 'This page could not be loaded. Check your connection.' : 'Something went wrong on this page.'}
        </ErrorAlert>
      </div>
    );
  }
}

/** The code of a screen did not arrive. The browser may remember that failure, so only a reload helps. */
export class ScreenNotLoaded extends Error {
  constructor(message: string, options: ErrorOptions) {
    super(message, options);
    this.name = 'ScreenNotLoaded';
  }
}
