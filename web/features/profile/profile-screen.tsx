import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Profile } from '../../../server/core/contracts/profile.ts';
import { Alert } from '../../components/alert.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useSession } from '../../lib/identity/session.ts';
import { followProfile, profileQuery } from './api.ts';
import { PhotoButtons } from './photo-buttons.tsx';
import { type ChosenPhoto, draftOf, isChanged, useProfileDraft } from './profile-draft.ts';
import { ProfileForm } from './profile-form.tsx';
import styles from './profile-screen.module.css';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { Table } from './table.tsx';

/** The route is for users only. */
export function ProfileScreen() {
  const session = useSession();
  return session.status === 'signedIn' && <OwnProfile key={session.user.uid} uid={session.user.uid} />;
}

function OwnProfile({ uid }: { uid: string }) {
  const { data, isError, isPending, isFetching, refetch } = useQuery(profileQuery(uid));
  useEffect(followProfile, []);
  return (
    <div className={styles.screen}>
      <PageTitle title="Profile" />
      {isError && (
        <ErrorAlert className={styles.alert} retrying={isFetching} onRetry={() => refetch()}>
          Failed to fetch profile
        </ErrorAlert>
      )}
      {isPending && <ProfileSkeleton />}
      {data && <Loaded uid={uid} profile={data} />}
    </div>
  );
}

function Loaded({ uid, profile }: { uid: string; profile: Profile }) {
  const [draft, setDraft] = useProfileDraft(uid);
  /** Since this screen is shown; what was left changed before is edited on. */
  const [opened, setOpened] = useState(false);
  const [saved, setSaved] = useState<string>();
  const [photo, setPhoto] = useState<ChosenPhoto>();
  const editing = draft !== null && (opened || isChanged(draft, profile));
  const edit = useFocusAfter(editing);

  const open = () => {
    setSaved(undefined);
    setOpened(true);
    setDraft(draftOf(profile));
  };
  const close = (told?: string) => {
    setOpened(false);
    setDraft(null);
    setPhoto(undefined);
    setSaved(told);
  };

  const { username, email, memberSince } = profile;
  const avatar = photo === undefined ? profile.avatar : photo;
  return (
    <>
      {saved && (
        <Alert kind="success" className={styles.alert}>
          {saved}
        </Alert>
      )}
      <Card className={styles.card}>
        <Table />
        <div className={styles.content}>
          <div className={styles.who}>
            <Avatar uid={uid} name={username} photoURL={avatar} size={112} className={styles.avatar} />
            <div className={styles.words}>
              <h2 className={styles.name} dir="auto">
                {username}
              </h2>
              {email && <p className={styles.email}>{email}</p>}
              <p className={styles.since}>
                Member since <time dateTime={memberSince}>{monthOf(memberSince)}</time>
              </p>
            </div>
            {editing ? (
              <PhotoButtons hasPhoto={avatar !== null} onChange={setPhoto} />
            ) : (
              <Button ref={edit} variant="primary" className={styles.edit} onClick={open}>
                Edit Profile
              </Button>
            )}
          </div>
          {editing && (
            <ProfileForm
              uid={uid}
              profile={profile}
              draft={draft}
              photo={photo}
              onChange={setDraft}
              onCancel={() => close()}
              onSaved={close}
            />
          )}
        </div>
      </Card>
    </>
  );
}

/** The button that opened the form has the focus again when it is closed. */
function useFocusAfter(editing: boolean) {
  const edit = useRef<HTMLButtonElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current && !editing) edit.current?.focus();
    before.current = editing;
  }, [editing]);
  return edit;
}

const monthOf = (time: string): string =>
  new Date(time).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' });
