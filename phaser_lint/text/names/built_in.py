"""The words that a language itself knows: what it reserves, and what every file of it may use.

A row is a lexer (``text/languages``). What needs an import, a browser or a framework is not here.
"""

from __future__ import annotations

from collections.abc import Mapping

_C_LIKE = """
    auto break case catch class const continue default delete do double else enum explicit extern
    false final finally float for friend goto if inline int long namespace new null operator private
    protected public return short signed sizeof static struct switch template this throw true try
    typedef typename union unsigned using virtual void volatile while bool char
"""
_ECMASCRIPT = """
    abstract any arguments as asserts async await bigint boolean break case catch class const
    constructor continue debugger declare default delete do else enum export extends false finally
    for from function get if implements import in infer instanceof interface is keyof let module
    namespace never new null number object of override private protected public readonly return
    satisfies set static string super switch symbol this throw true try type typeof undefined unique
    unknown using var void while with yield
    AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView
    Date Error EvalError FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array
    Int32Array Int8Array Intl JSON Map Math NaN Number Object Promise Proxy RangeError
    ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError
    Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly
    decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN
    parseFloat parseInt unescape
    AbortController AbortSignal Event EventTarget TextDecoder TextEncoder URL URLSearchParams
    clearInterval clearTimeout console queueMicrotask setInterval setTimeout structuredClone
"""
_TYPESCRIPT = """
    Awaited Exclude Extract InstanceType NonNullable Omit Parameters Partial Pick PromiseLike
    Readonly ReadonlyArray Record Required ReturnType
"""
_SHELL = """
    alias bg bind break builtin caller case cd command compgen complete continue coproc declare
    dirs disown do done echo elif else enable esac eval exec exit export false fc fg fi for function
    getopts hash help history if in jobs kill let local logout mapfile popd printf pushd pwd read
    readarray readonly return select set shift shopt source suspend test then time times trap true
    type typeset ulimit umask unalias unset until wait while
    HOME IFS PATH PWD RANDOM SECONDS SHELL UID USER
"""

BUILT_IN: Mapping[str, str] = {
    "python": """
        False None True and as assert async await break case class continue def del elif else except
        finally for from global if import in is lambda match nonlocal not or pass raise return self
        cls try type while with yield _
        __file__ __name__ __doc__ __spec__ __package__ __debug__ __import__ __build_class__
        ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup
        BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError
        ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError
        DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception
        ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning
        GeneratorExit IOError ImportError ImportWarning IndentationError IndexError
        InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError
        ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError
        OverflowError PendingDeprecationWarning PermissionError ProcessLookupError RecursionError
        ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration
        SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError
        UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError
        UnicodeWarning UserWarning ValueError Warning ZeroDivisionError
        abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod
        compile complex copyright credits delattr dict dir divmod enumerate eval exec exit filter
        float format frozenset getattr globals hasattr hash help hex id input int isinstance
        issubclass iter len license list locals map max memoryview min next object oct open ord pow
        print property quit range repr reversed round set setattr slice sorted staticmethod str sum
        super tuple vars zip
    """,
    "javascript": _ECMASCRIPT,
    "jsx": _ECMASCRIPT + _TYPESCRIPT,
    "typescript": _ECMASCRIPT + _TYPESCRIPT,
    "java": f"""{_C_LIKE}
        abstract assert boolean byte extends implements import instanceof interface native non
        package permits record sealed strictfp super synchronized throws transient var when yield
        AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException
        AssertionError AutoCloseable Boolean Byte CharSequence Character Class
        ClassCastException ClassNotFoundException CloneNotSupportedException Cloneable Comparable
        Deprecated Double Enum Error Exception Float FunctionalInterface IllegalArgumentException
        IllegalStateException IndexOutOfBoundsException Integer InterruptedException Iterable Long
        Math NullPointerException Number NumberFormatException Object Override Process
        ProcessBuilder Record Runnable Runtime RuntimeException SafeVarargs SecurityException Short
        StrictMath String StringBuffer StringBuilder SuppressWarnings System Thread ThreadLocal
        Throwable UnsupportedOperationException Void
    """,
    "kotlin": """
        abstract actual annotation as break by catch class companion const constructor continue
        crossinline data delegate do dynamic else enum expect external false field file final
        finally for fun get if import in infix init inline inner interface internal is it lateinit
        lazy noinline null object open operator out override package param private property
        protected public receiver reified return sealed set super suspend tailrec this throw true
        try typealias typeof val value var vararg when where while
        Any Array Boolean Byte Char CharSequence Comparable Double Error Exception Float
        IllegalArgumentException IllegalStateException Int IntArray Iterable List Long Map
        MutableList MutableMap MutableSet Nothing Number Pair Result RuntimeException Sequence Set
        Short String StringBuilder Throwable Triple UInt ULong Unit also apply arrayOf check
        checkNotNull emptyList emptyMap emptySet error let listOf mapOf maxOf minOf mutableListOf
        mutableMapOf mutableSetOf print println repeat require requireNotNull run runCatching
        sequenceOf setOf takeIf to with TODO
    """,
    "scala": """
        abstract case catch class def derives do else end enum export extends extension false final
        finally for forSome given if implicit implicitly import inline lazy match new null object
        opaque open override package private protected return sealed summon super then this throw
        trait transparent true try type using val var while with yield
        Any AnyRef AnyVal Array Boolean Byte Char Double Either Exception Float Int Iterable
        Iterator Left List Long Map Nil None Nothing Null Option Right Seq Set Short Some String
        Throwable Unit Vector assert print println require
    """,
    "groovy": f"""{_C_LIKE}
        abstract as assert boolean byte def extends implements import in instanceof interface it
        native package super synchronized threadsafe throws trait transient var print println
        Boolean BigDecimal BigInteger Closure Double Exception Integer List Long Map Math Object
        Set String StringBuilder System Thread
    """,
    "c": f"""{_C_LIKE}
        alignas alignof and asm assert char16_t char32_t char8_t co_await co_return co_yield concept
        consteval constexpr constinit const_cast decltype define defined dynamic_cast elif else
        endif error export ifdef ifndef include line mutable noexcept not nullptr or override pragma
        register reinterpret_cast requires restrict static_assert static_cast thread_local typeid
        typeof undef wchar_t xor id nil self super YES NO NULL
    """,
    "csharp": f"""{_C_LIKE}
        abstract add as async await base byte checked decimal delegate dynamic event fixed foreach
        from get global implicit in init interface internal is join let lock nameof not notnull
        object on or orderby out override params partial readonly record ref remove required sbyte
        sealed select set stackalloc string uint ulong unchecked unmanaged unsafe ushort value var
        when where with yield
    """,
    "go": """
        break case chan const continue default defer else fallthrough for func go goto if import
        interface map package range return select struct switch type var
        any append bool byte cap clear close comparable complex complex128 complex64 copy delete
        error false float32 float64 imag int int16 int32 int64 int8 iota len make max min new nil
        panic print println real recover rune string true uint uint16 uint32 uint64 uint8 uintptr _
    """,
    "rust": """
        as async await break const continue crate dyn else enum extern false fn for if impl in let
        loop macro_rules match mod move mut pub ref return self Self static struct super trait true
        try type union unsafe use where while yield _
        allow cfg deny derive doc test warn
        AsMut AsRef Box Clone Copy Debug Default DoubleEndedIterator Drop Eq Err
        ExactSizeIterator Extend Fn FnMut FnOnce From FromIterator Hash Into IntoIterator Iterator
        None Ok Option Ord PartialEq PartialOrd Result Send Sized Some String Sync ToOwned ToString
        TryFrom TryInto Unpin Vec assert assert_eq assert_ne bool char concat dbg debug_assert
        debug_assert_eq drop env eprint eprintln f32 f64 file format i128 i16 i32 i64 i8 include
        include_str isize line matches module_path option_env panic print println str stringify todo
        u128 u16 u32 u64 u8 unimplemented unreachable usize vec write writeln std core alloc
    """,
    "swift": """
        Any Self actor as associatedtype async await borrowing break case catch class consuming
        continue convenience default defer deinit didSet do dynamic else enum extension fallthrough
        false fileprivate final for func get guard if import in indirect infix init inout internal
        is isolated lazy let mutating nil none nonisolated nonmutating open operator optional
        override postfix precedencegroup prefix private protocol public repeat required rethrows
        return self set some static struct subscript super switch throw throws true try typealias
        unowned var weak where while willSet
        AnyObject Array Bool Character Codable Comparable Decodable Dictionary Double Encodable
        Equatable Error Float Hashable Identifiable Int Int32 Int64 Never Optional Result Sendable
        Sequence Set String Substring Task UInt Void abs assert assertionFailure debugPrint
        fatalError max min precondition preconditionFailure print stride zip
    """,
    "dart": """
        abstract as assert async await base break case catch class const continue covariant default
        deferred do dynamic else enum export extends extension external factory false final finally
        for get hide if implements import in interface is late library mixin new null of on operator
        part required rethrow return sealed set show static super switch sync this throw true try
        typedef var void when while with yield
        bool BigInt DateTime double Duration Error Exception Function Future int Iterable List Map
        Never Null num Object Pattern RegExp Set Stream String StringBuffer Symbol Type Uri
        identical print
    """,
    "php": """
        abstract and array as bool break callable case catch class clone const continue declare
        default define defined die do echo else elseif empty enddeclare endfor endforeach endif
        endswitch endwhile enum eval exit extends false final finally float fn for foreach function
        global goto if implements include include_once instanceof insteadof int interface isset
        iterable list match mixed namespace never new null object or parent print private protected
        public readonly require require_once return self static string strict_types switch throw
        trait true try unset use var void while xor yield php
        ArgumentCountError ArrayAccess ArrayObject Closure Countable DateTime DateTimeImmutable
        DomainException Error ErrorException Exception Generator InvalidArgumentException Iterator
        IteratorAggregate JsonException JsonSerializable LogicException OutOfBoundsException PDO
        RuntimeException Stringable Throwable Traversable TypeError ValueError stdClass
        abs array_filter array_key_exists array_keys array_map array_merge array_pop array_push
        array_shift array_slice array_unique array_values array_walk basename base64_decode
        base64_encode bin2hex call_user_func ceil chr compact count date dirname error_log
        error_reporting escapeshellarg escapeshellcmd explode file_exists file_get_contents
        file_put_contents floor fopen fclose fread fwrite func_get_args function_exists
        hash hash_equals hash_hmac header html_entity_decode htmlentities htmlspecialchars implode
        in_array ini_set intdiv intval is_array is_bool is_callable is_file is_int is_null
        is_numeric is_object is_string join json_decode json_encode ltrim max mb_strlen
        mb_strtolower
        mb_substr md5 microtime min number_format ord password_hash password_verify preg_match
        preg_match_all preg_quote preg_replace preg_split printf rand random_bytes random_int range
        realpath round rtrim serialize sha1 sleep sort sprintf str_contains str_ends_with
        str_replace str_starts_with strcmp strlen strpos strrev strtolower strtotime strtoupper
        strval substr sys_get_temp_dir time trigger_error trim ucfirst uniqid unlink unserialize
        urldecode urlencode usleep usort var_dump var_export vsprintf $this $GLOBALS $_COOKIE $_ENV
        $_FILES $_GET $_POST $_REQUEST $_SERVER $_SESSION $argc $argv
    """,
    "lua": """
        and break do else elseif end false for function goto if in local nil not or repeat return
        then true until while self _ _G _ENV _VERSION
        assert collectgarbage coroutine debug dofile error getmetatable io ipairs load loadfile math
        next os package pairs pcall print rawequal rawget rawlen rawset require select setmetatable
        string table tonumber tostring type utf8 xpcall
    """,
    "r": """
        FALSE Inf NA NULL NaN T F TRUE break else for function if in next repeat while
        abs all any apply as.character as.integer as.numeric c cat ceiling character data.frame
        do.call
        exp factor floor gsub grepl identical ifelse integer invisible is.na is.null lapply length
        library list log logical match matrix max mean message min names nchar ncol nrow numeric
        order paste paste0 print quit range rbind cbind rep require return round sapply seq
        seq_along
        seq_len set.seed sort sprintf sqrt stop stopifnot sub substr sum switch tolower toupper
        tryCatch unique unlist vapply vector warning which
    """,
    "julia": """
        abstract baremodule begin break catch const continue do else elseif end export false finally
        for function global if import in isa let local macro module mutable nothing primitive quote
        return struct true try type using where while
        AbstractString Any Array Bool Dict Error Exception Float32 Float64 Function Int Int32 Int64
        Integer Matrix Missing Nothing Number Real Set String Symbol Tuple Type UInt8 Union Vector
        collect eachindex error eval filter first get haskey isempty isnothing join keys last length
        map max maximum min minimum missing ones print println push! pop! rand range read reduce
        replace show size sort split string sum throw typeof values write zeros zip
    """,
    "haskell": """
        as case class data default deriving do else family forall foreign hiding if import in infix
        infixl infixr instance let mdo module newtype of pattern proc qualified rec role then type
        where
        Applicative Bool Bounded Char Double Either Enum Eq False FilePath Float Foldable Functor IO
        IOError Int Integer Integral Just Left Maybe Monad MonadFail Monoid Nothing Num Ord Ordering
        Rational Read Real Right Semigroup Show String Traversable True Word all and any
        concat concatMap const curry div drop dropWhile either elem error even filter flip fmap
        foldl foldr fromIntegral fst getLine head id init interact last length lines lookup map
        mapM mapM_ max maximum maybe mconcat mempty min minimum mod negate not null odd or otherwise
        pred print product pure putStr putStrLn read readFile repeat replicate return reverse seq
        sequence show snd span splitAt sum tail take takeWhile traverse uncurry undefined unlines
        unwords unzip words writeFile zip zipWith
    """,
    "sql": """
        ADD ALL ALTER ANALYZE AND ANY AS ASC BEGIN BETWEEN BIGINT BLOB BOOLEAN BY CASCADE CASE CAST
        CHAR CHARACTER CHECK COALESCE COLLATE COLUMN COMMIT CONCURRENTLY CONFLICT CONSTRAINT COUNT
        CREATE CROSS CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DATABASE DATE DECIMAL DECLARE
        DEFAULT DEFERRABLE DELETE DESC DISTINCT DO DOUBLE DROP ELSE END ESCAPE EXCEPT EXECUTE EXISTS
        EXPLAIN EXTENSION FALSE FETCH FILTER FIRST FLOAT FOR FOREIGN FROM FULL FUNCTION GENERATED
        GRANT GROUP HAVING IDENTITY IF IGNORE ILIKE IN INDEX INNER INSERT INT INTEGER INTERSECT
        INTERVAL INTO IS JOIN JSON JSONB KEY LANGUAGE LAST LEFT LENGTH LIKE LIMIT LOCK LOWER MAX
        MERGE MIN NATURAL NO NOT NOTHING NOW NULL NULLIF NULLS NUMERIC OF OFFSET ON ONLY OR ORDER
        OUTER OVER PARTITION PRECISION PRIMARY PROCEDURE REAL RECURSIVE REFERENCES RENAME REPLACE
        RESTRICT RETURNING RETURNS REVOKE RIGHT ROLLBACK ROW ROWS SCHEMA SELECT SEQUENCE SERIAL SET
        SMALLINT SUBSTRING SUM TABLE TEMPORARY TEXT THEN TIME TIMESTAMP TIMESTAMPTZ TO TRANSACTION
        TRIGGER TRIM TRUE TRUNCATE TYPE UNION UNIQUE UPDATE UPPER USING UUID VALUES VARCHAR VARYING
        VIEW WHEN WHERE WINDOW WITH WITHOUT ZONE AVG ROUND
    """,
    "ruby": """
        BEGIN END __FILE__ __LINE__ __dir__ __method__ alias and begin break case class def defined
        do else elsif end ensure false for if in module next nil not or redo rescue retry return
        self super then true undef unless until when while yield it
        Array ArgumentError BasicObject Class Comparable Complex Dir ENV Encoding Enumerable
        Enumerator Errno Exception FalseClass File Float GC Hash IO IOError IndexError Integer
        Kernel KeyError Marshal Method Module Mutex NameError NilClass NoMethodError
        NotImplementedError Numeric Object Proc Process Queue Random Range RangeError Rational
        Regexp RuntimeError STDERR STDIN STDOUT Signal StandardError StopIteration String Struct
        Symbol SystemExit Thread Time TrueClass TypeError ZeroDivisionError $stderr $stdin $stdout
        abort at_exit attr_accessor attr_reader attr_writer binding block_given caller catch
        define_method eval exec exit extend fail fork format freeze gets include
        instance_variable_get
        instance_variable_set lambda load loop module_function p pp prepend print printf private
        private_constant proc protected public public_send putc puts raise rand readline require
        require_relative respond_to select send sleep spawn sprintf srand system tap test throw trap
        warn
    """,
    "perl": """
        BEGIN END __DATA__ __END__ __FILE__ __LINE__ __PACKAGE__ and cmp continue default do else
        elsif eq eval for foreach ge given given goto gt if last le local lt my ne next no not or
        our package parent qw redo require return state strict sub undef unless until use utf8
        warnings
        when while x xor base constant
        abs bless caller chdir chmod chomp chop chr close closedir defined delete die each eof exec
        exists exit exp fork glob grep hex index int join keys kill lc lcfirst length localtime log
        map mkdir oct open opendir ord pack pipe pop pos print printf push quotemeta rand read
        readdir readline ref rename reverse rindex rmdir say scalar seek select shift sleep sort
        splice split sprintf sqrt srand stat substr sprintf system tie time tr uc ucfirst unlink
        unpack unshift untie values wait waitpid wantarray warn write STDERR STDIN STDOUT
        $ARGV $ENV $INC $_ $a $b
    """,
    "elixir": """
        after alias and case catch cond def defdelegate defexception defguard defimpl defmacro
        defmacrop defmodule defoverridable defp defprotocol defstruct do else end false fn for if
        import in nil not or quote raise receive require rescue super throw true try unless unquote
        use when with __MODULE__ __DIR__ __ENV__ __CALLER__ _
        Access Agent Application ArgumentError Atom Base Bitwise Code Date DateTime Enum Exception
        File Float Function GenServer IO Integer Kernel Keyword List Macro Map MapSet Module Node
        Path Process Range Regex Registry RuntimeError Stream String Supervisor System Task Time
        Tuple URI Version abs apply elem exit get_in hd inspect is_atom is_binary is_bitstring
        is_boolean is_float is_function is_integer is_list is_map is_nil is_number is_pid is_tuple
        length make_ref map_size max min node pop_in put_elem put_in rem round self send spawn
        struct tl to_charlist to_string trunc tuple_size update_in
    """,
    "shell": _SHELL,
    "make": f"""{_SHELL}
        AR AS CC CFLAGS CPPFLAGS CURDIR CXX CXXFLAGS LDFLAGS LDLIBS MAKE MAKECMDGOALS MAKEFILE_LIST
        MAKEFLAGS RM SHELL abspath addprefix addsuffix and basename call define dir else endef endif
        error eval export filter findstring firstword foreach ifdef ifeq ifndef ifneq include info
        join lastword notdir or origin override patsubst realpath shell sinclude sort strip subst
        suffix unexport value vpath warning wildcard word words
    """,
    "dockerfile": f"""{_SHELL}
        ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN
        STOPSIGNAL USER VOLUME WORKDIR AS
    """,
    "powershell": """
        begin break catch class continue data default do dynamicparam else elseif end enum exit
        filter finally for foreach from function hidden if in param process return static switch
        throw trap try until using var while
        $args $env $error $false $home $host $input $matches $null $psscriptroot $pwd $this $true $_
        add-content add-member add-type clear-host compare-object convertfrom-json convertto-json
        copy-item export-csv foreach-object format-list format-table get-childitem get-command
        get-content get-credential get-date get-item get-itemproperty get-location get-member
        get-process get-service import-csv import-module invoke-command invoke-expression
        invoke-restmethod invoke-webrequest join-path measure-object move-item new-item new-object
        out-file out-null out-string push-location pop-location read-host remove-item rename-item
        resolve-path select-object select-string set-content set-item set-itemproperty set-location
        set-strictmode set-variable sort-object split-path start-process start-sleep stop-process
        test-path tee-object where-object write-debug write-error write-host write-information
        write-output write-verbose write-warning
        array bool byte char datetime double hashtable int int64 long object pscustomobject regex
        scriptblock string switch system void xml
        eq ne gt ge lt le like notlike match notmatch contains notcontains and or not is isnot as
    """,
    "hcl": """
        true false null each self count path terraform for in if else endif endfor
        any bool list map number object optional set string tuple
        abs alltrue anytrue base64decode base64encode can ceil cidrhost cidrsubnet coalesce
        coalescelist compact concat contains distinct element endswith file fileexists fileset
        flatten floor format formatdate formatlist indent join jsondecode jsonencode keys length
        lookup lower max md5 merge min nonsensitive one range regex regexall replace reverse
        sensitive setintersection setproduct setunion sha1 sha256 slice sort split startswith substr
        sum templatefile timestamp title toset tolist tomap tonumber tostring trim trimprefix
        trimspace trimsuffix try upper urlencode uuid values yamldecode yamlencode zipmap
    """,
    "protobuf": f"""{_C_LIKE}
        bytes extend extensions fixed32 fixed64 group import int32 int64 map message max oneof
        option optional package repeated required reserved returns rpc service sfixed32 sfixed64
        sint32 sint64 stream string syntax to uint32 uint64
        address contract emit event external function memory modifier payable pragma pure require
        returns revert storage uint uint256 view
    """,
    "template": """
        and as asset block by case comment component csrf_token do each elif else elsif end endblock
        endcall endcomment endfor endif endmacro endset endwith extends false filter for from if
        import in include is load loop macro not null or set super true unless url with yield
    """,
    "scss": """
        @charset @content @container @debug @else @each @error @extend @font-face @for @forward
        @function @if @import @include @keyframes @layer @media @mixin @namespace @page @property
        @return @supports @use @warn @while
    """,
}
