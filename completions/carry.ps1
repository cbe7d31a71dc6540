# PowerShell completion for carry, for 5.1 and later
#
# Written from the command tree by `npm run completions`; do not edit.
# Words that never change are here, so that TAB starts no process for them; for profiles, assets,
# markets and positions it runs `carry __complete`, which reads local files only.

Register-ArgumentCompleter -Native -CommandName 'carry' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $nodes = @{
        '' = @{
            commands = @(
                'status|the open positions on one screen: totals, and what needs attention first'
                'positions|hedged positions of a portfolio'
                'funding|settled funding and the public listings'
                'assets|tracked assets with how many markets and exchanges list them'
                'api|GET any path of the service and print its body byte for byte'
                'schema|JSON Schema of what -o json prints, or the command tree for programs'
                'auth|the API key: log in, check it, log out'
                'profile|accounts and environments, and what each is set to'
                'completion|print the completion script of a shell'
                'doctor|check configuration, key, network, service and terminal, one line each'
                'sandbox|serve the interface on loopback from a made-up data set'
                'help|explain a command or a topic'
            )
            args = @()
            options = @(
                '--version -V|-|||print the version'
            )
            columns = ''
        }
        'status' = @{
            commands = @()
            args = @()
            options = @(
                '--portfolio|free|||the portfolio to use (CARRY_PORTFOLIO)'
                '--imbalance|free|||largest accepted difference between long and short, in percent of the larger side (default 2)'
                '--loss|free|||largest accepted loss of funding and price PnL: 12 or 12usd, or 0.5% or 1bp of the notional (default 10bp)'
                '--paying|free|||largest accepted funding cost per day: an amount or a part of the notional, as for --loss (default 1bp)'
                '--margin|free|||smallest accepted price move, in percent, that uses up a leg''s initial margin (default 10)'
                '--stale|free|||age from which a mark price or a performance counts as stale (default 5m)'
                '--stale-performance|free|||age from which a stale performance needs attention (default 1h)'
                '--ignore|,=s1|*||leave out a reason by its code; <code>:<beginning of a position id> for that position only'
                '--check|-|||exit 10 when something needs attention, 11 when nothing does and something cannot be judged, for cron jobs and scripts'
            )
            columns = 's2'
        }
        'positions' = @{
            commands = @(
                'list ls|list the positions of a portfolio, every page followed'
                'get|show positions in full, with their legs and how well they hedge'
                'summary|totals of positions by asset, exchange or status'
            )
            args = @()
            options = @()
            columns = ''
        }
        'positions list' = @{
            commands = @()
            args = @()
            options = @(
                '--portfolio|free|||the portfolio to use (CARRY_PORTFOLIO)'
                '--status|,=s3|*||open or closed; repeatable (default: both)'
                '--performance|-||--no-performance|ask for funding, fees, price PnL, net PnL and APR too, as naming one of them in --columns, --sort or --query does'
                '--no-performance|-||--performance|do not, even where the profile says so'
                '--limit|free||--watch|how many positions in all; with --sort, the first after sorting (default: all)'
                '--page-size|free|||positions a request: 1 to 500, with --performance 1 to 100 (default: the largest)'
                '--cursor|free||--watch|go on from where a listing stopped'
                '--asset|,@asset|*||only this asset; repeatable'
                '--exchange|,@exchange|*||only positions with a leg there; repeatable'
                '--by-leg|-|||one row a leg'
                '--watch|?=s4||--limit --cursor|show it anew every 10s, 30s (the default), 1m, 5m, ...; at least 5s'
                '--alert|free|||with --watch: ring and mark the positions for which it holds'
                '--exit-on-alert|-|||with --alert: end with exit code 10 as soon as it holds for one'
            )
            columns = 's5'
        }
        'positions get' = @{
            commands = @()
            args = @(
                '+@position-id'
            )
            options = @(
                '--portfolio|free|||portfolio in which a shortened id is looked up'
                '--performance|-|||look the performance up in the portfolio''s list, for net PnL, exit fees and break-even; so does naming a part of it in --columns, --sort or --query'
            )
            columns = 's6'
        }
        'positions summary' = @{
            commands = @()
            args = @()
            options = @(
                '--by|=s7|||asset, exchange (the exchanges of the long and the short legs) or status (default: asset)'
                '--portfolio|free|||the portfolio to use (CARRY_PORTFOLIO)'
                '--status|,=s3|*||open or closed; repeatable (default: both)'
            )
            columns = 's8'
        }
        'funding' = @{
            commands = @(
                'history|settled funding of one or more markets, newest first'
                'compare|two markets'' settled funding on one clock, and what a hedge of both earns'
                'markets|the public market listing; its payload is not documented and shown as sent'
                'arbitrage|the public arbitrage listing; its payload is not documented and shown as sent'
                'market-history|the public history of a market; its payload is not documented and shown as sent'
            )
            args = @()
            options = @()
            columns = ''
        }
        'funding history' = @{
            commands = @()
            args = @(
                '+@market-id'
            )
            options = @(
                '--resolution|=s9|||event or 1d, the daily aggregate (default: event)'
                '--start|=s10|||from then on: 2026-01-31, yesterday, 36h, 7d, 2w, ...'
                '--end|=s11|||up to but not including then'
                '--chart|-|||draw it instead of listing it, as wide as the terminal'
            )
            columns = 's12'
        }
        'funding compare' = @{
            commands = @()
            args = @(
                '@market-id'
                '@market-id'
            )
            options = @(
                '--resolution|=s9|||a line for each interval of the slower market (event), or for each UTC day (1d); both are sums of settled events (default: event)'
                '--start|=s10|||from then on: 2026-01-31, yesterday, 36h, 7d, 2w, ... (default: 7d before the end, in whole periods)'
                '--end|=s11|||up to but not including then'
                '--chart|-|||draw it instead of listing it, as wide as the terminal'
            )
            columns = 's13'
        }
        'funding markets' = @{
            commands = @()
            args = @(
                '+@market-id'
            )
            options = @()
            columns = ''
        }
        'funding arbitrage' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'funding market-history' = @{
            commands = @()
            args = @(
                '@market-id'
            )
            options = @()
            columns = ''
        }
        'assets' = @{
            commands = @(
                'list ls|'
            )
            args = @()
            options = @(
                '--class|,@asset-class|*||only this asset class, for example crypto; repeatable'
                '--search|free|||only assets with this in their symbol or name'
            )
            columns = 's14'
        }
        'assets list' = @{
            commands = @()
            args = @()
            options = @(
                '--class|,@asset-class|*||only this asset class, for example crypto; repeatable'
                '--search|free|||only assets with this in their symbol or name'
            )
            columns = 's14'
        }
        'api' = @{
            commands = @()
            args = @(
                '=s15'
            )
            options = @(
                '--parameter -q|free|*||query parameter; repeatable'
                '--include-headers|-||--paginate|print the status and the headers before the body'
                '--paginate|-||--include-headers|follow next_cursor and print the data of all pages in one envelope'
            )
            columns = ''
        }
        'schema' = @{
            commands = @()
            args = @(
                '=s16'
            )
            options = @()
            columns = ''
        }
        'auth' = @{
            commands = @(
                'login|store base URL, API key and portfolio in a profile'
                'status|show where the API key comes from, and what it can reach'
                'logout|remove the API key of a profile'
            )
            args = @()
            options = @()
            columns = ''
        }
        'auth login' = @{
            commands = @()
            args = @()
            options = @(
                '--portfolio|free|||portfolio to ask for from now on (CARRY_PORTFOLIO)'
                '--with-key|-|||read the API key from stdin, and ask nothing'
                '--no-verify|-|||store without asking the service'
            )
            columns = ''
        }
        'auth status' = @{
            commands = @()
            args = @()
            options = @(
                '--all|-|||every profile as it is stored, whatever the environment says'
                '--no-verify|-|||do not ask the service'
            )
            columns = 's17'
        }
        'auth logout' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'profile' = @{
            commands = @(
                'list ls|list the profiles; * marks the one in use'
                'show|show what a profile holds, its API key masked'
                'use|choose the profile that commands use'
                'set|set a value in a profile, which is made when there is none'
                'unset|remove a value from a profile'
                'remove rm|remove a profile with all that it holds, its API key too'
            )
            args = @()
            options = @()
            columns = ''
        }
        'profile list' = @{
            commands = @()
            args = @()
            options = @()
            columns = 's18'
        }
        'profile show' = @{
            commands = @()
            args = @()
            options = @(
                '--resolved|-|||every setting as it holds now, and where it comes from'
            )
            columns = 's19'
        }
        'profile use' = @{
            commands = @()
            args = @(
                '@profile'
            )
            options = @()
            columns = ''
        }
        'profile set' = @{
            commands = @(
                'base-url|base URL of the service; a path prefix is kept'
                'public-base-url|base URL of the paths under /api/v1/public, if different'
                'api-key-command|a command whose first line of output is the API key'
                'portfolio|the portfolio to use'
                'output|output format: table, json, ndjson, csv, tsv, text'
                'performance|request the performance of positions'
                'timeout|time limit of each attempt, such as 10s'
                'retries|maximum number of retries of a failed request, 0 to 20'
                'range-params|names of the query parameters for the start and the end of a time range'
                'imbalance|largest accepted difference between long and short, in percent of the larger side'
                'loss|largest accepted loss of funding and price PnL: 12 or 12usd, or 0.5% or 1bp of the notional'
                'paying|largest accepted funding cost per day: an amount or a part of the notional, as for --loss'
                'stale|age from which a mark price or a performance counts as stale'
                'stale-performance|age from which a stale performance needs attention'
                'margin|smallest accepted price move, in percent, that uses up a leg''s initial margin'
                'ignore|leave out a reason by its code; <code>:<beginning of a position id> for that position only'
                'completion-ids|keep the ids of the last listing for completion'
            )
            args = @()
            options = @()
            columns = ''
        }
        'profile set base-url' = @{
            commands = @()
            args = @(
                'free'
            )
            options = @()
            columns = ''
        }
        'profile set public-base-url' = @{
            commands = @()
            args = @(
                'free'
            )
            options = @()
            columns = ''
        }
        'profile set api-key-command' = @{
            commands = @()
            args = @(
                'free'
            )
            options = @()
            columns = ''
        }
        'profile set portfolio' = @{
            commands = @()
            args = @(
                'free'
            )
            options = @()
            columns = ''
        }
        'profile set output' = @{
            commands = @()
            args = @(
                '=s20'
            )
            options = @()
            columns = ''
        }
        'profile set performance' = @{
            commands = @()
            args = @(
                '=s21'
            )
            options = @()
            columns = ''
        }
        'profile set timeout' = @{
            commands = @()
            args = @(
                'free'
            )
            options = @()
            columns = ''
        }
        'profile set retries' = @{
            commands = @()
            args = @(
                'free'
            )
            options = @()
            columns = ''
        }
        'profile set range-params' = @{
            commands = @()
            args = @(
                'free'
            )
            options = @()
            columns = ''
        }
        'profile set imbalance' = @{
            commands = @()
            args = @(
                'free'
            )
            options = @()
            columns = ''
        }
        'profile set loss' = @{
            commands = @()
            args = @(
                'free'
            )
            options = @()
            columns = ''
        }
        'profile set paying' = @{
            commands = @()
            args = @(
                'free'
            )
            options = @()
            columns = ''
        }
        'profile set stale' = @{
            commands = @()
            args = @(
                'free'
            )
            options = @()
            columns = ''
        }
        'profile set stale-performance' = @{
            commands = @()
            args = @(
                'free'
            )
            options = @()
            columns = ''
        }
        'profile set margin' = @{
            commands = @()
            args = @(
                'free'
            )
            options = @()
            columns = ''
        }
        'profile set ignore' = @{
            commands = @()
            args = @(
                'free'
            )
            options = @()
            columns = ''
        }
        'profile set completion-ids' = @{
            commands = @()
            args = @(
                '=s21'
            )
            options = @()
            columns = ''
        }
        'profile unset' = @{
            commands = @()
            args = @(
                '=s22'
            )
            options = @()
            columns = ''
        }
        'profile remove' = @{
            commands = @()
            args = @(
                '@profile'
            )
            options = @()
            columns = ''
        }
        'completion' = @{
            commands = @()
            args = @(
                '=s23'
            )
            options = @()
            columns = ''
        }
        'doctor' = @{
            commands = @()
            args = @()
            options = @()
            columns = 's24'
        }
        'sandbox' = @{
            commands = @()
            args = @()
            options = @(
                '--port|free|||port to listen on (default: a free one)'
                '--positions|free|||how many positions (default 24)'
                '--seed|free|||which data set (default 1)'
                '--latency|free|||milliseconds to wait before each answer'
                '--fail|free|||share of requests that fail, 0 to 1'
                '--scenario|,=s25|*||situation to put into one of every 24 positions (repeatable, or comma-separated): unhedged, closed-leg, negative-quantity, contract-multiple, stale, stale-performance, interval-change, turned, missing-events, duplicate-events, young, margin-thin, margin-past, mark-missing, market-unknown, losing, fees-unearned, legs-missing, legs-unchecked'
            )
            columns = ''
        }
        'help' = @{
            commands = @(
                'status|the open positions on one screen: totals, and what needs attention first'
                'positions|hedged positions of a portfolio'
                'funding|settled funding and the public listings'
                'assets|tracked assets with how many markets and exchanges list them'
                'api|GET any path of the service and print its body byte for byte'
                'schema|JSON Schema of what -o json prints, or the command tree for programs'
                'auth|the API key: log in, check it, log out'
                'profile|accounts and environments, and what each is set to'
                'completion|print the completion script of a shell'
                'doctor|check configuration, key, network, service and terminal, one line each'
                'sandbox|serve the interface on loopback from a made-up data set'
                'help|explain a command or a topic'
                'exit-codes|a topic'
                'environment|a topic'
                'output|a topic'
            )
            args = @()
            options = @()
            columns = ''
        }
        'help status' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help positions' = @{
            commands = @(
                'list ls|list the positions of a portfolio, every page followed'
                'get|show positions in full, with their legs and how well they hedge'
                'summary|totals of positions by asset, exchange or status'
            )
            args = @()
            options = @()
            columns = ''
        }
        'help positions list' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help positions get' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help positions summary' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help funding' = @{
            commands = @(
                'history|settled funding of one or more markets, newest first'
                'compare|two markets'' settled funding on one clock, and what a hedge of both earns'
                'markets|the public market listing; its payload is not documented and shown as sent'
                'arbitrage|the public arbitrage listing; its payload is not documented and shown as sent'
                'market-history|the public history of a market; its payload is not documented and shown as sent'
            )
            args = @()
            options = @()
            columns = ''
        }
        'help funding history' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help funding compare' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help funding markets' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help funding arbitrage' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help funding market-history' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help assets' = @{
            commands = @(
                'list ls|'
            )
            args = @()
            options = @()
            columns = ''
        }
        'help assets list' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help api' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help schema' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help auth' = @{
            commands = @(
                'login|store base URL, API key and portfolio in a profile'
                'status|show where the API key comes from, and what it can reach'
                'logout|remove the API key of a profile'
            )
            args = @()
            options = @()
            columns = ''
        }
        'help auth login' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help auth status' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help auth logout' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help profile' = @{
            commands = @(
                'list ls|list the profiles; * marks the one in use'
                'show|show what a profile holds, its API key masked'
                'use|choose the profile that commands use'
                'set|set a value in a profile, which is made when there is none'
                'unset|remove a value from a profile'
                'remove rm|remove a profile with all that it holds, its API key too'
            )
            args = @()
            options = @()
            columns = ''
        }
        'help profile list' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help profile show' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help profile use' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help profile set' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help profile unset' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help profile remove' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help completion' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help doctor' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help sandbox' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help help' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help exit-codes' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help environment' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
        'help output' = @{
            commands = @()
            args = @()
            options = @()
            columns = ''
        }
    }
    $common = @(
        '--output -o|=s20||--json --csv|output format: table, json, ndjson, csv, tsv, text (CARRY_OUTPUT; default table)'
        '--json|-||--csv --output|same as --output json'
        '--csv|-||--output --json|same as --output csv'
        '--columns|,columns|||columns of a table or csv, by dotted path'
        '--sort|sort|||sort by a column; column:desc for descending order'
        '--no-header|-|||leave the headings out of tables and csv'
        '--query|free|||JMESPath expression, applied to the whole result (json, text) or to each item (ndjson)'
        '--profile|@profile|||profile to use; `sandbox` is built in (CARRY_PROFILE)'
        '--base-url|free|||base URL of the service; a path prefix is kept (CARRY_BASE_URL)'
        '--timeout|free|||time limit of each attempt, such as 10s (CARRY_TIMEOUT; default 30s)'
        '--retries|free|||maximum number of retries of a failed request, 0 to 20 (CARRY_RETRIES; default 3)'
        '--no-color|-|||no colours (NO_COLOR)'
        '--no-pager|-|||do not page long listings (CARRY_PAGER, PAGER)'
        '--local|-|||show times in the local time zone (TZ) instead of UTC'
        '--refresh|-|||do not use the local cache of public data'
        '--quiet -q|-||--verbose|no notes, warnings or progress'
        '--verbose -v|-||--quiet|report each request and retry on stderr (CARRY_DEBUG=1)'
        '--help -h|-|||show help'
    )
    $sets = @{
        s1 = @(
            'unbalanced|'
            'margin_thin|'
            'losing|'
            'paying|'
            'fees_unearned|'
            'legs_missing|'
            'quantity_negative|'
            'mark_missing|'
            'net_pnl_unavailable|'
            'performance_stale|'
            'mark_stale|'
            'funding_unknown|'
            'not_settled|'
            'market_unknown|'
            'margin_unknown|'
            'legs_unchecked|'
        )
        s2 = @(
            'asset|'
            'position_id|'
            'opened_at|'
            'pair|'
            'performance.net_pnl|'
            'code|'
            'reason|'
        )
        s3 = @(
            'open|'
            'closed|'
        )
        s4 = @(
            '10s|'
            '30s|'
            '1m|'
            '5m|'
        )
        s5 = @(
            'attention|'
            'asset|'
            'status|'
            'position_id|'
            'opened_at|'
            'closed_at|'
            'age_days|'
            'long|'
            'long_quantity|'
            'long_price|'
            'short|'
            'short_quantity|'
            'short_price|'
            'gross_notional|'
            'net_notional|'
            'imbalance|'
            'unhedged|'
            'legs.side|'
            'legs.market_id|'
            'legs.exchange|'
            'legs.symbol|'
            'legs.leverage|'
            'legs.quantity|'
            'legs.open_price|'
            'legs.mark_price|'
            'legs.mark_price_updated_at|'
            'performance.funding_pnl|'
            'performance.fees|'
            'performance.fees.paid|'
            'performance.fees.estimated_exit|'
            'performance.spread_pnl|'
            'performance.spread_pnl.realized|'
            'performance.spread_pnl.unrealized|'
            'performance.net_pnl|'
            'performance.duration_days|'
            'performance.apr|'
            'performance.calculated_at|'
            'funding_24h|'
            'funding_7d|'
            'funding_30d|'
            'now_apr|'
        )
        s6 = @(
            'asset|'
            'status|'
            'position_id|'
            'opened_at|'
            'closed_at|'
            'portfolio_id|'
            'note|'
            'legs.side|'
            'legs.market_id|'
            'legs.exchange|'
            'legs.symbol|'
            'legs.leverage|'
            'legs.quantity|'
            'legs.open_price|'
            'legs.mark_price|'
            'legs.mark_price_updated_at|'
            'legs.leg_id|'
            'legs.close_price|'
            'legs.open_fee_paid|'
            'legs.close_fee_paid|'
            'legs.funding.calculated|'
            'legs.funding.override|'
            'legs.funding|'
            'legs.notional|'
            'legs.price_pnl|'
            'performance.funding_pnl|'
            'performance.fees|'
            'performance.fees.paid|'
            'performance.fees.estimated_exit|'
            'performance.spread_pnl|'
            'performance.spread_pnl.realized|'
            'performance.spread_pnl.unrealized|'
            'performance.net_pnl|'
            'performance.duration_days|'
            'performance.apr|'
            'performance.calculated_at|'
            'funding_24h|'
            'funding_7d|'
            'funding_30d|'
            'now_apr|'
        )
        s7 = @(
            'asset|'
            'exchange|'
            'status|'
        )
        s8 = @(
            'group|'
            'positions|'
            'open|'
            'closed|'
            'legs_unchecked|'
            'gross_notional|'
            'net_notional|'
            'unhedged_notional|'
            'funding_pnl|'
            'fees|'
            'fees_paid|'
            'fees_estimated_exit|'
            'spread_pnl|'
            'net_pnl|'
            'apr|'
            'gross_notional_counted|'
            'net_notional_counted|'
            'unhedged_notional_counted|'
            'funding_pnl_counted|'
            'fees_counted|'
            'fees_paid_counted|'
            'fees_estimated_exit_counted|'
            'spread_pnl_counted|'
            'net_pnl_counted|'
            'apr_counted|'
        )
        s9 = @(
            'event|'
            '1d|'
        )
        s10 = @(
            'today|since 00:00 UTC'
            'yesterday|since 00:00 UTC yesterday'
            '24h|the last 24 hours'
            '7d|the last 7 days'
            '30d|the last 30 days'
        )
        s11 = @(
            'today|up to 00:00 UTC'
            'yesterday|up to 00:00 UTC yesterday'
        )
        s12 = @(
            'market_id|'
            'funding_time|'
            'funding_rate|'
            'mark_price|'
            'funding_interval|'
        )
        s13 = @(
            'time|'
            'long_rate|'
            'short_rate|'
            'spread|'
            'cumulative|'
            'annualised|'
            'long_events|'
            'short_events|'
            'complete|'
        )
        s14 = @(
            'asset|'
            'name|'
            'asset_class|'
            'market_count|'
            'exchange_count|'
        )
        s15 = @(
            '/v1/assets|tracked assets'
            '/api/v1/public/funding/markets|the public market listing'
            '/api/v1/public/funding/arbitrage|the public arbitrage listing'
        )
        s16 = @(
            'position|carry positions list'
            'position-detail|carry positions get'
            'position-event|carry positions list --watch'
            'funding-point|carry funding history'
            'funding-day|carry funding history --resolution 1d'
            'funding-compare|carry funding compare'
            'asset|carry assets'
            'status|carry status'
            'summary|carry positions summary'
            'error|any command with -o json that fails (on stderr)'
            'commands|carry itself'
        )
        s17 = @(
            'current|'
            'profile|'
            'base_url|'
            'portfolio|'
            'key_source|'
            'key|'
            'outcome|'
            'detail|'
            'hint|'
        )
        s18 = @(
            'current|'
            'profile|'
            'base_url|'
            'portfolio|'
            'key_source|'
            'key|'
        )
        s19 = @(
            'setting|'
            'value|'
            'origin|'
            'from|'
        )
        s20 = @(
            'table|'
            'json|'
            'ndjson|'
            'csv|'
            'tsv|'
            'text|'
        )
        s21 = @(
            'on|'
            'off|'
        )
        s22 = @(
            'api-key|'
            'base-url|'
            'public-base-url|'
            'api-key-command|'
            'portfolio|'
            'output|'
            'performance|'
            'timeout|'
            'retries|'
            'range-params|'
            'imbalance|'
            'loss|'
            'paying|'
            'stale|'
            'stale-performance|'
            'margin|'
            'ignore|'
            'completion-ids|'
        )
        s23 = @(
            'bash|'
            'zsh|'
            'fish|'
            'powershell|'
        )
        s24 = @(
            'mark|'
            'check|'
            'detail|'
            'hint|'
        )
        s25 = @(
            'unhedged|the short leg was closed and holds nothing, the long one is naked'
            'closed-leg|the short leg has a close price and still tells its quantity'
            'negative-quantity|the quantity of the short leg is sent below zero'
            'contract-multiple|PEPE held against contracts of 1000PEPE'
            'stale|marks that are 2 hours old'
            'stale-performance|performance that was calculated 26 hours ago, with fresh marks'
            'interval-change|a market that settled every 8 hours and has settled hourly for 10 days'
            'turned|funding that was received until 8 days ago and is paid since'
            'missing-events|an hourly market of which 2 of every 12 events are missing'
            'duplicate-events|a market of which every third event is there twice'
            'young|opened hours ago, and no funding has settled since'
            'margin-thin|a short leg with less than half of its margin left, and a few percent away from none'
            'margin-past|a short leg whose price is past where its margin is gone'
            'mark-missing|the mark of the short leg is missing'
            'market-unknown|the market of the short leg has no id'
            'losing|funding that has been paid since the opening, 20 days ago'
            'fees-unearned|nothing but fees: funding and prices bring nothing'
            'legs-missing|both legs were closed, and the position is open'
            'legs-unchecked|the short leg was closed as in closed-leg, and the position in full is not found'
        )
    }

    # What is known of the line; the functions below read and change it.
    $it = @{
        path = ''; node = $nodes['']; operands = @(); used = @(); profile = ''
        pending = $null; onlyOperands = $false; prefix = ''; cur = ''; exe = 'carry'
    }

    function Find-Option($flag) {
        foreach ($row in @($it.node.options) + $common) {
            $fields = $row.Split([char[]]'|', 5)
            if ($fields[0].Split(' ') -ccontains $flag) {
                return @{ name = $fields[0].Split(' ')[0]; code = $fields[1] }
            }
        }
    }

    # A long option, or several short ones in one word.
    function Read-Option($word) {
        if ($word -match '^(--[^=]*)=(.*)$') {
            $value = $Matches[2]
            $found = Find-Option $Matches[1]
            if ($found) {
                $it.used += $found.name
                if ($found.name -ceq '--profile') { $it.profile = $value }
            }
        } elseif ($word.StartsWith('--')) {
            $found = Find-Option $word
            if ($found) {
                $it.used += $found.name
                if ($found.code -ne '-') { $it.pending = $found }
            }
        } else {
            for ($i = 1; $i -lt $word.Length; $i++) {
                $found = Find-Option "-$($word[$i])"
                if (-not $found) { return }
                $it.used += $found.name
                if ($found.code -eq '-') { continue }
                if ($i + 1 -eq $word.Length) { $it.pending = $found }
                return
            }
        }
    }

    # Goes down to the subcommand of that name, if this command has one.
    function Step-Into($word) {
        foreach ($row in $it.node.commands) {
            $names = $row.Split('|')[0].Split(' ')
            if ($names -ccontains $word) {
                $it.path = "$($it.path) $($names[0])".Trim()
                $it.node = $nodes[$it.path]
                return $true
            }
        }
        return $false
    }

    # Reads the words before the cursor: which command it is, what was given already.
    function Read-Words($words) {
        foreach ($word in $words) {
            if ($it.pending -and $it.pending.code.StartsWith('?') -and $word.StartsWith('-')) {
                $it.pending = $null
            }
            if ($it.pending) {
                if ($it.pending.name -ceq '--profile') { $it.profile = $word }
                $it.pending = $null
            } elseif ($it.onlyOperands) {
                $it.operands += $word
            } elseif ($word -eq '--') {
                $it.onlyOperands = $true
            } elseif ($word.Length -gt 1 -and $word.StartsWith('-')) {
                Read-Option $word
            } elseif ($it.operands.Count -gt 0 -or -not (Step-Into $word)) {
                $it.operands += $word
            }
        }
    }

    # Rows of `value|description` that begin with what is typed, as finished words.
    function Show-Rows($rows) {
        foreach ($row in $rows) {
            $value, $description = $row.Split([char[]]'|', 2)
            if ($value.StartsWith($it.cur, [StringComparison]::OrdinalIgnoreCase)) {
                @{ text = $it.prefix + $value; description = $description }
            }
        }
    }

    # Names first; aliases and hidden commands only when no name begins with what is typed.
    function Show-Commands {
        $visible = $it.node.commands | Where-Object { -not $_.EndsWith('|') } | ForEach-Object {
            $_.Split('|')[0].Split(' ')[0] + '|' + $_.Split([char[]]'|', 2)[1]
        }
        $shown = @(Show-Rows $visible)
        if ($shown.Count -gt 0 -or -not $it.cur) { return $shown }
        foreach ($row in $it.node.commands) {
            $names, $description = $row.Split([char[]]'|', 2)
            foreach ($name in $names.Split(' ')) { Show-Rows "$name|$description" }
        }
    }

    # The options that can still be given: each once, none beside one that it excludes.
    function Show-Options {
        $taken = @()
        foreach ($row in @($it.node.options) + $common) {
            $flags, $code, $repeatable, $excludes, $description = $row.Split([char[]]'|', 5)
            $flags = $flags.Split(' ')
            if ($it.used -ccontains $flags[0] -and -not $repeatable) { continue }
            if ($excludes.Split(' ') | Where-Object { $it.used -ccontains $_ }) { continue }
            foreach ($flag in $flags) {
                if ($taken -ccontains $flag -or ($flag.Length -eq 2 -and -not $it.cur)) { continue }
                $taken += $flag
                Show-Rows "$flag|$description"
            }
        }
    }

    function Get-Asked($kind) {
        & $it.exe __complete $kind $it.cur "--profile=$($it.profile)" 2>$null |
            ForEach-Object { $_ -replace "`t", '|' }
    }

    function Get-Sorts {
        foreach ($row in $sets[$it.node.columns]) {
            $key = $row.Split('|')[0]
            $row
            if ($it.cur -ceq $key -or $it.cur.StartsWith("${key}:")) {
                "${key}:asc|smallest first"
                "${key}:desc|largest first"
            }
        }
    }

    # The values that a code stands for, but for the given ones.
    function Show-Values($code, $given) {
        $code = $code.TrimStart('?', '+')
        if ($code.StartsWith(',')) {
            $code = $code.Substring(1)
            $comma = $it.cur.LastIndexOf(',')
            if ($comma -ge 0) {
                $given = @($given) + $it.cur.Substring(0, $comma).Split(',')
                $it.prefix += $it.cur.Substring(0, $comma + 1)
                $it.cur = $it.cur.Substring($comma + 1)
            }
        }
        $rows = @()
        if ($code -eq 'columns') { $rows = $sets[$it.node.columns] }
        elseif ($code -eq 'sort') { $rows = Get-Sorts }
        elseif ($code.StartsWith('=')) { $rows = $sets[$code.Substring(1)] }
        elseif ($code.StartsWith('@')) { $rows = Get-Asked $code.Substring(1) }
        Show-Rows ($rows | Where-Object { $_ -and $given -cnotcontains $_.Split('|')[0] })
    }

    function Get-Argument {
        $count = $it.operands.Count
        $args_ = @($it.node.args | Where-Object { $_ })
        if ($count -lt $args_.Count) { return $args_[$count] }
        if ($args_.Count -gt 0 -and $args_[-1].StartsWith('+')) { return $args_[-1] }
    }

    function Show-Operands {
        $shown = @()
        if ($it.operands.Count -eq 0 -and $it.node.commands) { $shown = @(Show-Commands) }
        $shown
        $code = Get-Argument
        if ($code) { Show-Values $code $it.operands }
        elseif ($shown.Count -eq 0 -and -not $it.cur -and -not $it.onlyOperands -and
            $it.operands.Count -eq @($it.node.args | Where-Object { $_ }).Count) { Show-Options }
    }

    function Show-All {
        if ($it.pending -and $it.pending.code.StartsWith('?') -and $it.cur.StartsWith('-')) {
            $it.pending = $null
        }
        if ($it.pending) { return Show-Values $it.pending.code @() }
        if ($it.onlyOperands -or -not $it.cur.StartsWith('-')) { return Show-Operands }
        if ($it.cur -match '^(--[^=]*=)(.*)$' -or $it.cur -match '^(-[^-])(.+)$') {
            $it.prefix, $it.cur = $Matches[1], $Matches[2]
            $found = Find-Option $it.prefix.TrimEnd('=')
            if ($found -and $found.code -ne '-') { Show-Values $found.code @() }
            return
        }
        Show-Options
    }

    $start = $commandAst.Extent.StartOffset
    $script = $commandAst.Extent.StartScriptPosition.GetFullScript()
    $line = $script.Substring($start, [Math]::Min($cursorPosition, $script.Length) - $start)
    # PowerShell takes curly quotes for quotes too.
    $single = '''\u2018-\u201b'
    $double = '"\u201c-\u201e'
    $pattern = "(?:[$double][^$double]*[$double]?|[$single][^$single]*[$single]?|[^\s$single$double])+"
    $typedWords = @([regex]::Matches($line, $pattern))
    $words = @($typedWords | ForEach-Object { $_.Value -replace "[$single$double]", '' })
    $last = $typedWords[-1]
    $raw = ''
    if ($words.Count -gt 1 -and $last.Index + $last.Length -eq $line.Length) {
        $raw = $last.Value
        $it.cur = $words[-1]
        $words = $words[0..($words.Count - 2)]
    }
    if ($words[0] -match '[\\/]') { $it.exe = $words[0] }
    if ($words.Count -gt 1) { Read-Words $words[1..($words.Count - 1)] }

    $typed = $it.cur
    $replaced = $wordToComplete -replace "[$single$double]", ''
    $keep = 0
    if ($typed.EndsWith($replaced)) { $keep = $typed.Length - $replaced.Length }
    Show-All | Where-Object { $_.text } | ForEach-Object {
        $text = $_.text.Substring([Math]::Min($keep, $_.text.Length))
        # What PowerShell could take for more than text is quoted; so is what has been quoted.
        if ($text -notmatch '^[\w./:=+-]*$' -or $raw -match "^[$single$double]") {
            $text = "'" + ($text -replace "[$single]", '$0$0') + "'"
        }
        $about = $_.description
        if (-not $about) { $about = $_.text }
        [System.Management.Automation.CompletionResult]::new($text, $_.text, 'ParameterValue', $about)
    }
}
