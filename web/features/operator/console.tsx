import { Navigate, Route, Routes } from 'react-router-dom';
import { AntdProvider } from './antd-provider.tsx';
import { ConsoleBar } from './console-bar.tsx';
import './console-styles.ts';
import { EventsPage } from './events/events-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { ProjectionsPage } from './projections/projections-page.tsx';
import { StaffPage } from './staff/staff-page.tsx';
import { StreamPage } from './stream/stream-page.tsx';
import { StreamsPage } from './stream/streams-page.tsx';
import { VerifyPage } from './verify/verify-page.tsx';

/** What operators see of the log. The caller has checked that the user is one. */
export function Console() {
  return (
    <AntdProvider>
      <ConsoleBar />
      <div className="op-console">
        <Routes>
          <Route index element={<OverviewPage />} />
          <Route path="events" element={<EventsPage />} />
          <Route path="streams" element={<StreamsPage />} />
          <Route path="streams/:stream" element={<StreamPage />} />
          <Route path="projections" element={<ProjectionsPage />} />
          <Route path="verify" element={<VerifyPage />} />
          <Route path="staff" element={<StaffPage />} />
          <Route path="*" element={<Navigate to="/operator" replace />} />
        </Routes>
      </div>
    </AntdProvider>
  );
}
