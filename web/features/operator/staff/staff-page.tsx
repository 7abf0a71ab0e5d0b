import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { currentUid } from '../../../lib/identity/session.ts';
import { PageHead } from '../page-head.tsx';
import { Panel } from '../panel.tsx';
import { staffQuery } from '../staff-query.ts';
import { AccessRecord } from './access-record.tsx';
import { GrantForm } from './grant-form.tsx';
import { StaffTable } from './staff-table.tsx';

/** Who has which role, and what operators have read. */
export function StaffPage() {
  const staff = useQuery(staffQuery(currentUid() ?? ''));
  return (
    <>
      <PageHead title="Staff">
        <p className="op-title-note">Who may open this console, and what they have looked at.</p>
      </PageHead>
      <LoadFailure query={staff} subject="The staff">
        Failed to read the staff
      </LoadFailure>
      <div className="op-staff-grid">
        <Panel title="Roles" note="They have effect at once, on all nodes">
          <StaffTable members={staff.data?.items} />
          <GrantForm />
        </Panel>
        <AccessRecord members={staff.data?.items} />
      </div>
    </>
  );
}
