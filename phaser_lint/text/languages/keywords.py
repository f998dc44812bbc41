"""The words that a language reserves, by its lexer (``text/languages``): no program names them."""

from __future__ import annotations

from phaser_lint.text.languages import TEMPLATES

_C = """
    alignas alignof asm auto bool break case catch char class concept const constexpr consteval
    constinit continue decltype default delete do double else enum explicit export extern false
    final float for friend goto if inline int long mutable namespace new noexcept nullptr operator
    override private protected public register requires return short signed sizeof static
    static_assert static_cast struct switch template this thread_local throw true try typedef typeid
    typename union unsigned using virtual void volatile wchar_t while
"""
_ECMASCRIPT = """
    abstract any as asserts async await bigint boolean break case catch class const constructor
    continue debugger declare default delete do else enum export extends false finally for from
    function get if implements import in infer instanceof interface is keyof let namespace never new
    null number object of override private protected public readonly return satisfies set static
    string super switch symbol this throw true try type typeof undefined unique unknown using var
    void while with yield
"""
_SHELL = """
    case coproc declare do done elif else esac export fi for function if in local readonly return
    select then time unset until while
"""

_BY_LEXER = {
    "python": """
        False None True and as assert async await break case class continue def del elif else except
        finally for from global if import in is lambda match nonlocal not or pass raise return try
        type while with yield
    """,
    "javascript": _ECMASCRIPT,
    "jsx": _ECMASCRIPT,
    "typescript": _ECMASCRIPT,
    "html": _ECMASCRIPT,
    "vue": _ECMASCRIPT,
    "svelte": _ECMASCRIPT,
    "astro": _ECMASCRIPT,
    "java": """
        abstract assert boolean break byte case catch char class const continue default do double
        else enum exports extends false final finally float for goto if implements import instanceof
        int interface long module native new non null open opens package permits private protected
        provides public record requires return sealed short static strictfp super switch
        synchronized this throw throws to transient transitive true try uses var void volatile when
        while with yield
    """,
    "kotlin": """
        abstract actual annotation as break by catch class companion const constructor continue
        crossinline data delegate do dynamic else enum expect external false field file final
        finally for fun get if import in infix init inline inner interface internal is it lateinit
        noinline null object open operator out override package param private property protected
        public receiver reified return sealed set setparam super suspend tailrec this throw true try
        typealias typeof val value var vararg when where while
    """,
    "scala": """
        abstract as case catch class def derives do else end enum export extends extension false
        final finally for forSome given if implicit import infix inline lazy macro match new null
        object opaque open override package private protected return sealed super then this throw
        trait transparent true try type using val var while with yield
    """,
    "groovy": """
        abstract as assert boolean break byte case catch char class const continue def default do
        double else enum extends false final finally float for goto if implements import in
        instanceof int interface it long native new null package private protected public return
        short static super switch synchronized this throw throws trait transient true try var void
        volatile while yield
    """,
    "c": _C,
    "d": f"""{_C}
        abstract alias align assert cast cdouble debug delegate deprecated finally foreach
        foreach_reverse function immutable import in inout interface invariant is lazy macro mixin
        module null out package pragma pure ref scope shared super synchronized ubyte uint unittest
        version with
    """,
    "zig": f"""{_C}
        addrspace align allowzero and anyframe anytype comptime defer errdefer error export fn
        linksection noalias noinline nosuspend null or orelse packed pub resume suspend switch test
        undefined unreachable usingnamespace var
    """,
    "protobuf": f"""{_C}
        bytes extend extensions fixed32 fixed64 group import int32 int64 map message oneof option
        optional package repeated required reserved returns rpc service sfixed32 sfixed64 sint32
        sint64 stream string syntax uint32 uint64 weak
    """,
    "coffeescript": """
        and await by case class continue debugger default delete do else export extends false
        finally for from if import in instanceof is isnt let loop new no not null of off on or
        return super switch then this throw true try typeof undefined unless until var void when
        while with yes yield
    """,
    "nim": """
        addr and as asm bind block break case cast concept const continue converter defer discard
        distinct div do elif else end enum except export finally for from func if import in include
        interface is isnot iterator let macro method mixin mod nil not notin object of or out proc
        ptr raise ref return shl shr static template try tuple type using var when while xor yield
    """,
    "solidity": f"""{_C}
        abstract address anonymous as assembly bool bytes calldata constructor contract emit enum
        error event external fallback final function immutable import indexed interface internal is
        library mapping memory model modifier override payable pragma pure receive returns revert
        storage string struct type uint unchecked using view virtual
    """,
    "thrift": f"""{_C}
        binary byte exception extends i16 i32 i64 include list map oneway optional required service
        set string throws
    """,
    "csharp": """
        abstract add alias and as ascending async await base bool break by byte case catch char
        checked class const continue decimal default delegate descending do double dynamic else enum
        equals event explicit extern false file finally fixed float for foreach from get global goto
        group if implicit in init int interface internal into is join let lock long managed nameof
        namespace new nint not notnull null nuint object on operator or orderby out override params
        partial private protected public readonly record ref remove required return sbyte scoped
        sealed select set short sizeof stackalloc static string struct switch this throw true try
        typeof uint ulong unchecked unmanaged unsafe ushort using value var virtual void volatile
        when where while with yield
    """,
    "go": """
        break case chan const continue default defer else fallthrough for func go goto if import
        interface map package range return select struct switch type var
    """,
    "rust": """
        Self abstract as async await become box break const continue crate do dyn else enum extern
        false final fn for if impl in let loop macro match mod move mut override priv pub raw ref
        return self static struct super trait true try type typeof union unsafe unsized use virtual
        where while yield
    """,
    "swift": """
        Any Self actor any as associatedtype async await borrowing break case catch class consuming
        continue convenience default defer deinit didSet do dynamic else enum extension fallthrough
        false fileprivate final for func get guard if import in indirect infix init inout internal
        is isolated lazy left let mutating nil none nonisolated nonmutating open operator optional
        override package postfix precedencegroup prefix private protocol public repeat required
        rethrows return right self set some static struct subscript super switch throw throws true
        try typealias unowned var weak where while willSet
    """,
    "dart": """
        abstract as assert async await base break case catch class const continue covariant default
        deferred do dynamic else enum export extends extension external factory false final finally
        for get hide if implements import in interface is late library mixin new null of on operator
        part required rethrow return sealed set show static super switch sync this throw true try
        type typedef var void when while with yield
    """,
    "php": """
        abstract and array as bool break callable case catch class clone const continue declare
        default do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum
        exit extends false final finally float fn for foreach from function global goto if
        implements include include_once instanceof insteadof int interface isset iterable list match
        mixed namespace never new null object or parent php print private protected public readonly
        require require_once return self static string switch this throw trait true try unset use
        var void while xor yield
    """,
    "lua": """
        and break do else elseif end false for function goto if in local nil not or repeat return
        self then true until while
    """,
    "r": "FALSE Inf NA NULL NaN TRUE break else for function if in next repeat while",
    "julia": """
        abstract baremodule begin break catch const continue do else elseif end export false finally
        for function global if import in isa let local macro module mutable outer primitive public
        quote return struct true try type using where while
    """,
    "haskell": """
        as case class data default deriving do else family forall foreign hiding if import in infix
        infixl infixr instance let mdo module newtype of pattern proc qualified rec role then type
        where
    """,
    "sql": """
        add all alter analyze and any as asc begin between bigint blob boolean by cascade case cast
        char character check collate column commit concurrently conflict constraint create cross
        current_date current_time current_timestamp database date decimal declare default deferrable
        delete desc distinct do double drop else end escape except execute exists explain extension
        false fetch filter first float for foreign from full function generated grant group having
        identity if ignore ilike in index inner insert int integer intersect interval into is join
        json jsonb key language last lateral left like limit lock materialized merge natural no not
        nothing now null numeric of offset on only or order outer over partition precision primary
        procedure real recursive references rename replace restrict returning returns revoke right
        rollback row rows schema select sequence serial set smallint table temporary text then time
        timestamp timestamptz to transaction trigger true truncate type union unique update using
        uuid values varchar varying view when where window with without zone
    """,
    "ruby": """
        BEGIN END __ENCODING__ __FILE__ __LINE__ alias and begin break case class def defined do
        else elsif end ensure false for if in module next nil not or redo rescue retry return self
        super then true undef unless until when while yield
    """,
    "perl": """
        BEGIN END __DATA__ __END__ __FILE__ __LINE__ __PACKAGE__ and catch class cmp continue
        default defer do else elsif eq field finally for foreach ge given goto gt if last le local
        lt method my ne next no not or our package qw redo require return state sub try undef unless
        until use when while x xor
    """,
    "elixir": """
        after alias and case catch cond def defdelegate defexception defguard defimpl defmacro
        defmacrop defmodule defoverridable defp defprotocol defstruct do else end false fn for if
        import in nil not or quote raise receive require rescue super throw true try unless unquote
        use when with
    """,
    "shell": _SHELL,
    "fish": """
        and argparse begin break builtin case command continue else end exec for function if in not
        or read return set status string switch test time while
    """,
    "make": f"""{_SHELL}
        define else endef endif ifdef ifeq ifndef ifneq include override private sinclude undefine
        unexport vpath
    """,
    "dockerfile": f"""{_SHELL}
        ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN
        SHELL STOPSIGNAL USER VOLUME WORKDIR
    """,
    "powershell": """
        begin break catch class continue data default do dynamicparam else elseif end enum exit
        false filter finally for foreach from function hidden if in null param process return static
        switch this throw trap true try until using var while
    """,
    "hcl": "each else endfor endif false for if in null self true",
    **dict.fromkeys(
        TEMPLATES,
        """
            and as asset block by case comment do each elif else elsif end endblock endcall
            endcomment endfor endif endmacro endset endwith extends false filter for from if import
            in include is load macro not null or set super true unless url with yield
        """,
    ),
}
# `SELECT` is `select`.
CASELESS = ("sql", "powershell")


def list_keywords(lexer: str) -> frozenset[str]:
    """Return the keywords of the language that *lexer* reads: the words that it reserves."""
    return frozenset(_BY_LEXER.get(lexer, "").split())
