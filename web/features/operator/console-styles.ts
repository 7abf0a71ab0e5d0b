import chart from 'uplot/dist/uPlot.min.css?inline';
import { adoptStyles } from './adopt-styles.ts';
import bar from './styles/bar.css?inline';
import base from './styles/base.css?inline';
import changes from './styles/changes.css?inline';
import events from './styles/events.css?inline';
import filters from './styles/filters.css?inline';
import json from './styles/json.css?inline';
import marks from './styles/marks.css?inline';
import overview from './styles/overview.css?inline';
import screens from './styles/screens.css?inline';
import slider from './styles/slider.css?inline';
import stream from './styles/stream.css?inline';
import tables from './styles/tables.css?inline';
import tablesPhone from './styles/tables-phone.css?inline';
import timeFilter from './styles/time-filter.css?inline';
import verify from './styles/verify.css?inline';

adoptStyles(
  [
    chart,
    base,
    marks,
    bar,
    tables,
    tablesPhone,
    overview,
    filters,
    timeFilter,
    events,
    slider,
    stream,
    changes,
    screens,
    json,
    verify,
  ].join('\n'),
);
