import { Component, type ReactNode } from 'react';
import { ErrorAlert } from '../components/error-alert.tsx';
import { PageTitle } from '../components/page-title.tsx';
import styles from './error-boundary.module.css';

interface State {
  failed: boolean;
}

/** Catches the render errors of one screen: the navigation stays, and the user can try again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className={styles.place} data-not-shown>
        <PageTitle title="Something went wrong" />
        <ErrorAlert onRetry={() => this.setState({ failed: false })}>Something went wrong on this page.</ErrorAlert>
      </div>
    );
  }
}
