import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type NotificationGroup, notificationGroups } from '../../../server/core/contracts/notification-kinds.ts';
import { Alert } from '../../components/alert.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { SwitchField } from '../../components/switch-field.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { pushIsOn } from '../../lib/push-is-on.ts';
import { changeSettings, settingsQuery } from './api.ts';
import { pushKeyQuery, turnPushOff, turnPushOn } from './push.ts';
import styles from './settings-dialog.module.css';

const texts: Record<NotificationGroup, { label: string; hint: string }> = {
  likes: { label: 'Likes', hint: 'Of your posts, recipes, playlists and comments' },
  comments: { label: 'Comments and replies', hint: 'On your posts and recipes, and to your comments' },
  followers: { label: 'Followers', hint: 'Who follows you' },
  adaptations: { label: 'Adaptations', hint: 'Recipes that are based on yours' },
  mentions: { label: 'Mentions', hint: 'Of you in posts and comments' },
  households: { label: 'Households', hint: 'Who joins, and what others change for you' },
};

const order: readonly NotificationGroup[] = ['likes', 'comments', 'mentions', 'followers', 'adaptations', 'households'];

export function SettingsDialog({ uid, onClose }: { uid: string; onClose: () => void }) {
  const query = useQuery(settingsQuery(uid));
  const { data, error, isPending } = query;
  const change = (group: NotificationGroup, isOn: boolean) => {
    if (!data) return;
    const muted = notificationGroups.filter((each) => (each === group ? !isOn : data.muted.includes(each)));
    void changeSettings(uid, { muted });
  };
  return (
    <Dialog title="Notification settings" onClose={onClose} sheet>
      <div className={styles.settings}>
        <p className={styles.intro}>
          What you want to know of, from now on. What moderators decide about you is always included.
        </p>
        <LoadFailure query={query} subject="Your settings">
          {failureText(error, 'Failed to fetch the settings')}
        </LoadFailure>
        {isPending && (
          <Loading text="Loading settings...">
            <Skeleton height={200} />
          </Loading>
        )}
        {data &&
          order.map((group) => (
            <SwitchField
              key={group}
              {...texts[group]}
              on={!data.muted.includes(group)}
              onChange={(isOn) => change(group, isOn)}
            />
          ))}
        <PushSetting uid={uid} />
      </div>
    </Dialog>
  );
}

/** Nothing where the server or the browser has no push messages. */
function PushSetting({ uid }: { uid: string }) {
  const { data: publicKey } = useQuery(pushKeyQuery(uid));
  const isOn = pushIsOn.use();
  const [problem, setProblem] = useState<string>();
  if (!publicKey) return null;
  const change = async (on: boolean): Promise<void> => {
    setProblem(undefined);
    try {
      const outcome = on ? await turnPushOn(uid, publicKey) : await turnPushOff(uid);
      if (outcome === 'refused')
        setProblem('Your browser does not allow it. Change that in its settings for this site.');
      if (outcome === 'failed') setProblem('Your browser cannot get push messages right now. Try again later.');
    } catch (error) {
      setProblem(failureText(error, 'Failed to save the settings'));
    }
  };
  return (
    <div className={styles.push}>
      <SwitchField
        label="Also when Potluck is closed"
        hint="This browser shows them as messages of its own"
        on={isOn}
        onChange={(on) => void change(on)}
      />
      {problem !== undefined && <Alert kind="error">{problem}</Alert>}
    </div>
  );
}
