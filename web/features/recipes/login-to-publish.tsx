import { Alert } from '../../components/alert.tsx';
import { LogInButton } from '../../components/log-in-button.tsx';

/** Shown to a visitor who has written a recipe and publishes it. */
export const LoginToPublish = () => (
  <Alert kind="info" action={<LogInButton />}>
    Please log in to publish your recipe. What you wrote stays here.
  </Alert>
);
