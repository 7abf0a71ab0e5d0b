import Table, { type ColumnsType } from 'antd/es/table';
import type { ReactNode } from 'react';
import { classNames } from '../../components/class-names.ts';
import { Loading, Skeleton } from '../../components/skeleton.tsx';

export interface Column<Row> {
  title: string;
  /** Numbers are at the right. */
  isNumber?: boolean;
  /** Left out on a phone. */
  isWideOnly?: boolean;
  /** Left out where a table has little room, on a tablet. */
  isRoomyOnly?: boolean;
  render: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Shown in place of no rows. */
  empty?: ReactNode;
  /** On a phone: a line for each cell with the name of its column, all in one line, or as the table's own styles say. */
  onPhone?: 'cards' | 'rows' | 'event-rows' | 'roles';
  chosen?: string | undefined;
  /** Whether a row has just come: it is tinted for a moment. */
  isNew?: (row: Row) => boolean;
  /** With it, a press on a row chooses it. Let a cell have a button, too, for the keyboard. */
  onChoose?: (row: Row) => void;
}

/** antd's table in the look of the console. On a phone, each row is a card. */
export function DataTable<Row extends object>({
  label,
  columns,
  rows,
  rowKey,
  empty,
  onPhone = 'cards',
  chosen,
  isNew,
  onChoose,
}: DataTableProps<Row>) {
  if (rows === undefined) return <TableSkeleton />;
  if (rows.length === 0 && empty !== undefined) return <p className="op-muted">{empty}</p>;
  const antdColumns: ColumnsType<Row> = columns.map(
    ({ title, isNumber = false, isWideOnly = false, isRoomyOnly = false, render }) => ({
      title,
      key: title,
      ...(isNumber && { align: 'right' as const }),
      className: classNames(isNumber && 'op-number', isWideOnly && 'op-wide-only', isRoomyOnly && 'op-roomy-only'),
      onCell: () => ({ 'data-label': title }) as { className?: string },
      render: (_value: unknown, row: Row) => render(row),
    }),
  );
  return (
    <div className="op-scroll" data-table={label}>
      <Table<Row>
        className={`op-table op-${onPhone}`}
        columns={antdColumns}
        dataSource={rows}
        rowKey={rowKey}
        pagination={false}
        showSorterTooltip={false}
        rowClassName={(row) => classNames(rowKey(row) === chosen && 'op-row-chosen', isNew?.(row) && 'op-row-new')}
        onRow={(row) => (onChoose ? { onClick: () => onChoose(row), style: { cursor: 'pointer' } } : {})}
      />
    </div>
  );
}

const skeletonRows = ['1', '2', '3', '4', '5', '6'];

function TableSkeleton() {
  return (
    <Loading text="Loading...">
      {skeletonRows.map((row) => (
        <div key={row} style={{ padding: '12px 0' }}>
          <Skeleton height={20} />
        </div>
      ))}
    </Loading>
  );
}
