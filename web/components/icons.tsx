import ArrowLeftOutlined from '@ant-design/icons-svg/es/asn/ArrowLeftOutlined';
import ArrowUpOutlined from '@ant-design/icons-svg/es/asn/ArrowUpOutlined';
import BookOutlined from '@ant-design/icons-svg/es/asn/BookOutlined';
import CalendarOutlined from '@ant-design/icons-svg/es/asn/CalendarOutlined';
import CheckCircleFilled from '@ant-design/icons-svg/es/asn/CheckCircleFilled';
import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined';
import CloseCircleFilled from '@ant-design/icons-svg/es/asn/CloseCircleFilled';
import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined';
import EllipsisOutlined from '@ant-design/icons-svg/es/asn/EllipsisOutlined';
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined';
import HeartFilled from '@ant-design/icons-svg/es/asn/HeartFilled';
import HeartOutlined from '@ant-design/icons-svg/es/asn/HeartOutlined';
import InfoCircleFilled from '@ant-design/icons-svg/es/asn/InfoCircleFilled';
import LeftOutlined from '@ant-design/icons-svg/es/asn/LeftOutlined';
import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import MessageOutlined from '@ant-design/icons-svg/es/asn/MessageOutlined';
import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined';
import ReadOutlined from '@ant-design/icons-svg/es/asn/ReadOutlined';
import RightOutlined from '@ant-design/icons-svg/es/asn/RightOutlined';
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import SendOutlined from '@ant-design/icons-svg/es/asn/SendOutlined';
import ShareAltOutlined from '@ant-design/icons-svg/es/asn/ShareAltOutlined';
import ShoppingOutlined from '@ant-design/icons-svg/es/asn/ShoppingOutlined';
import TeamOutlined from '@ant-design/icons-svg/es/asn/TeamOutlined';
import UserOutlined from '@ant-design/icons-svg/es/asn/UserOutlined';
import WarningOutlined from '@ant-design/icons-svg/es/asn/WarningOutlined';
import type { AbstractNode, IconDefinition } from '@ant-design/icons-svg/es/types';

export interface IconProps {
  /** Width and height in px. Default: 20. */
  size?: number;
  className?: string | undefined;
}

/**
 * Icons are decorative: text beside them, or the control's label, carries the meaning. Those of a single feature are made in
 * its folder, so that the first view does not load them.
 */
export function icon({ icon }: IconDefinition) {
  const paths = typeof icon === 'function' ? [] : (icon.children ?? []);
  const viewBox = typeof icon === 'function' ? undefined : icon.attrs.viewBox;
  return ({ size = 20, className }: IconProps) => (
    <svg viewBox={viewBox} width={size} height={size} fill="currentColor" aria-hidden="true" className={className}>
      {paths.map((path: AbstractNode) => (
        <path key={path.attrs.d} d={path.attrs.d} />
      ))}
    </svg>
  );
}

export const AddIcon = icon(PlusOutlined);
export const BackIcon = icon(ArrowLeftOutlined);
export const CheckIcon = icon(CheckOutlined);
export const CloseIcon = icon(CloseOutlined);
export const CommentIcon = icon(MessageOutlined);
export const CommunityIcon = icon(TeamOutlined);
export const DownIcon = icon(DownOutlined);
export const ErrorIcon = icon(CloseCircleFilled);
export const FilledHeartIcon = icon(HeartFilled);
export const GroceryIcon = icon(ShoppingOutlined);
export const HeartIcon = icon(HeartOutlined);
export const HomeIcon = icon(ReadOutlined);
export const InfoIcon = icon(InfoCircleFilled);
export const LeftIcon = icon(LeftOutlined);
export const LockIcon = icon(LockOutlined);
export const MealPlanIcon = icon(CalendarOutlined);
export const MoreIcon = icon(EllipsisOutlined);
export const PersonIcon = icon(UserOutlined);
/** Also marks items from a recipe. */
export const PlaylistIcon = icon(BookOutlined);
export const SearchIcon = icon(SearchOutlined);
export const RightIcon = icon(RightOutlined);
export const SendIcon = icon(SendOutlined);
export const ShareIcon = icon(ShareAltOutlined);
export const ShowIcon = icon(EyeOutlined);
export const SuccessIcon = icon(CheckCircleFilled);
export const UpIcon = icon(ArrowUpOutlined);
export const WarningIcon = icon(WarningOutlined);

/** Shorter than the one of the collection: the first view has it. */
export const BellIcon = () => (
  <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
    <path
      d="M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 18h3M10 2v2"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    />
  </svg>
);

export const PlayIcon = ({ size = 20, className }: IconProps) => (
  <svg viewBox="0 0 24 24" width={size} height={size} fill="currentColor" aria-hidden="true" className={className}>
    <path d="M8 5.6c0-.9 1-1.4 1.7-.9l9.2 6.4c.6.4.6 1.4 0 1.8l-9.2 6.4c-.7.5-1.7 0-1.7-.9z" />
  </svg>
);
