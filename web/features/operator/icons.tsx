import DownloadOutlined from '@ant-design/icons-svg/es/asn/DownloadOutlined';
import PauseOutlined from '@ant-design/icons-svg/es/asn/PauseOutlined';
import SafetyOutlined from '@ant-design/icons-svg/es/asn/SafetyOutlined';
import StepBackwardOutlined from '@ant-design/icons-svg/es/asn/StepBackwardOutlined';
import StepForwardOutlined from '@ant-design/icons-svg/es/asn/StepForwardOutlined';
import { icon } from '../../components/icons.tsx';

export const DownloadIcon = icon(DownloadOutlined);
export const PauseIcon = icon(PauseOutlined);
export const SealIcon = icon(SafetyOutlined);
export const EarlierIcon = icon(StepBackwardOutlined);
export const LaterIcon = icon(StepForwardOutlined);
