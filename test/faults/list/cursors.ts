import { answer } from "../../support/faulty-server.js";
import { position } from "../../support/records.js";
import type { FaultGroup } from "../fault.js";
import { afterFirstPage, page, served } from "../staging.js";

export const cursors: FaultGroup = {
  title: "Pages",
  faults: [
    {
      id: "empty-page",
      what: "empty page with a cursor: followed",
      stage: served((socket, _request, count) =>
        socket.write(page(count === 2 ? [] : [position(count)], count < 3 ? `c${count}` : null)),
      ),
      requests: 3,
      stdout: "whole",
      sees: "",
      exit: 0,
    },
    {
      id: "only-empty-pages",
      what: "nothing but empty pages with ever new cursors",
      stage: served((socket, _request, count) => socket.write(page([], `c${count}`))),
      requests: 100,
      stdout: "part",
      sees: "error: the listing does not advance: 100 pages in a row without a new record",
      exit: 8,
    },
    {
      id: "same-positions",
      what: "the same positions again and again, with ever new cursors",
      stage: served((socket, _request, count) => socket.write(page([position(1)], `c${count}`))),
      requests: 101,
      stdout: "part",
      sees: "error: the listing does not advance: 100 pages in a row without a new record (after 1 item was printed)\nhint: go on with --cursor c100",
      exit: 8,
    },
    {
      id: "same-cursor",
      what: "the same cursor again",
      stage: afterFirstPage((socket) => socket.write(page([position(3)], "c1"))),
      requests: 2,
      stdout: "part",
      sees: 'error: the listing does not advance: the service sent the cursor "c1" again (after 2 items were printed)\nhint: go on with --cursor c1',
      exit: 8,
    },
    {
      id: "cursor-cycle",
      what: "cursors in a cycle of three",
      stage: served((socket, _request, count) =>
        socket.write(page([position(count)], `c${count % 3}`)),
      ),
      requests: 4,
      stdout: "part",
      sees: 'error: the listing does not advance: the service sent the cursor "c1" again (after 3 items were printed)\nhint: go on with --cursor c0',
      exit: 8,
    },
    {
      id: "cursor-half-character",
      what: "cursor that no URL can hold",
      stage: served((socket) => socket.write(page([position(1)], "\ud800"))),
      requests: 1,
      sees: "error: the service sent a cursor with half a surrogate pair, which a URL cannot contain",
      exit: 8,
    },
    {
      id: "cursor-refused",
      what: "cursor refused with 400 half-way",
      stage: afterFirstPage((socket) =>
        socket.write(answer(400, '{"code":"VALIDATION_ERROR","message":"cursor has expired"}')),
      ),
      requests: 2,
      stdout: "part",
      sees: "error: cursor has expired (VALIDATION_ERROR) (after 2 items were printed)\nhint: go on with --cursor c1, or list from the start if the cursor is refused again",
      exit: 5,
    },
    {
      id: "cursor-command",
      what: "cursor that a shell would run: quoted as one word",
      stage: served((socket, _request, count) =>
        socket.write(count === 1 ? page([position(1)], "$(reboot)") : answer(404, "")),
      ),
      requests: 2,
      stdout: "part",
      sees: "error: the service answered with status 404 (after 1 item was printed)\nhint: go on with --cursor '$(reboot)'",
      exit: 4,
    },
    {
      id: "position-twice",
      what: "the same position on two pages: printed once",
      stage: afterFirstPage((socket) => socket.write(page([position(2), position(3)], null))),
      requests: 2,
      stdout: "whole",
      sees: "warning: 1 position came twice and was printed once",
      exit: 0,
    },
    {
      id: "second-page-broken",
      what: "wrong field on the second page",
      stage: afterFirstPage((socket) => socket.write(page([position(3, { legs: null })], null))),
      requests: 2,
      stdout: "whole",
      sees: "warning: 1 record cannot be read in full: position 00000000-0000-4000-8000-000000000003 (legs: expected an array, got null)",
      exit: 0,
    },
  ],
};
